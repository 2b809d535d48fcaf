import { create } from "zustand"
import {
  clampCeiling,
  clampFontSize,
  defaultAppConfig,
  sidebarWidthAfterDrag,
  type AppConfig,
} from "#core/settings/app-config.ts"
import { submitKeys } from "#core/settings/submit-key.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/local-storage.ts"
import { applyTheme, savedTheme, saveTheme } from "../platform/theme.ts"

const key = "nk-app-config"
const version = 4.3

/** The app's settings. A change is saved and seen at once, in other tabs too. */
export interface ConfigState extends AppConfig {
  readonly change: (settings: Partial<AppConfig>) => void
}

export const useConfig = create<ConfigState>()((set, get) => ({
  ...readConfig(),
  change: (settings) => {
    set(settings)
    if (settings.theme !== undefined) saveTheme(settings.theme)
    const { change: _, models: _models, ...kept } = get()
    writeLocal(key, JSON.stringify({ state: kept, version }))
    show(get())
  },
}))

/** Applies the settings that concern the whole page, and follows the other tabs. Called once, at the start. */
export function startConfig(): void {
  show(useConfig.getState())
  const reread = () => {
    useConfig.setState(readConfig())
    show(useConfig.getState())
  }
  onLocalChange(key, reread)
  onLocalChange("theme", reread)
}

function show(config: AppConfig): void {
  applyTheme(config.theme)
  document.documentElement.style.setProperty("--message-size", `${config.fontSize}px`)
  document.documentElement.style.setProperty("--sidebar", `${config.sidebarWidth}px`)
}

/** What was saved, each value checked; the theme stands by itself, where it can be read before the first paint. */
function readConfig(): AppConfig {
  const saved = readLocalJson(key)
  const state: unknown = typeof saved === "object" && saved !== null && "state" in saved ? saved.state : undefined
  const settings: Partial<AppConfig> = typeof state === "object" && state !== null ? state : {}
  const sameType = Object.entries(settings).filter(
    ([name, value]) => typeof value === typeof defaultAppConfig[name as keyof AppConfig],
  )
  const config: AppConfig = { ...defaultAppConfig, ...Object.fromEntries(sameType) }
  return {
    ...config,
    models: defaultAppConfig.models,
    theme: savedTheme(),
    fontSize: clampFontSize(config.fontSize),
    sidebarWidth: sidebarWidthAfterDrag(config.sidebarWidth),
    messageCeiling: clampCeiling(config.messageCeiling),
    dayCeiling: clampCeiling(config.dayCeiling),
    submitKey: submitKeys.find((submitKey) => submitKey === config.submitKey) ?? defaultAppConfig.submitKey,
    modelConfig: { ...defaultAppConfig.modelConfig, ...config.modelConfig },
    ttsConfig: { ...defaultAppConfig.ttsConfig, ...config.ttsConfig },
  }
}
