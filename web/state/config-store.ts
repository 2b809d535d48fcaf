import { create } from "zustand"
import { defaultAppConfig, type AppConfig } from "#core/settings/app-config.ts"
import { appConfigVersion, readAppConfig } from "#core/settings/read-app-config.ts"
import { fontStack } from "#core/settings/font-family.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/local-storage.ts"
import { applyTheme, savedTheme, saveTheme } from "../platform/theme.ts"

const key = "nk-app-config"

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
    writeLocal(key, JSON.stringify({ state: kept, version: appConfigVersion }))
    show(get())
  },
}))

/** Changes how models are called where a conversation has no settings of its own. */
export function changeModelConfig(settings: Partial<ModelConfig>): void {
  const { modelConfig, change } = useConfig.getState()
  change({ modelConfig: { ...modelConfig, ...settings } })
}

/** Every setting as on the first day, but for the width somebody gave the sidebar. */
export function resetConfig(): void {
  const { change, sidebarWidth } = useConfig.getState()
  change({ ...defaultAppConfig, sidebarWidth })
}

/** Takes over settings that were stored elsewhere; nothing if there are some here already. */
export function adoptConfig(saved: unknown): void {
  if (readLocalJson(key) !== undefined) return
  const { models: _, ...config } = readAppConfig(saved)
  useConfig.getState().change(config)
}

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
  const { style, dataset } = document.documentElement
  // In the browser's own measure, so that who enlarges all its texts enlarges these.
  style.setProperty("--message-size", `${config.fontSize / 16}rem`)
  style.setProperty("--sidebar", `${config.sidebarWidth}px`)
  const fonts = fontStack(config.fontFamily)
  if (fonts === undefined) style.removeProperty("--font")
  else style.setProperty("--font", fonts)
  if (config.tightBorder) dataset["tight"] = ""
  else delete dataset["tight"]
}

/** What was saved, each value checked; the theme stands by itself, where it can be read before the first paint. */
function readConfig(): AppConfig {
  return { ...readAppConfig(readLocalJson(key)), theme: savedTheme() }
}
