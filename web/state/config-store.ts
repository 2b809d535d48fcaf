import { create } from "zustand"
import { defaultAppConfig, type AppConfig } from "#core/settings/app-config.ts"
import { appConfigVersion, readAppConfig } from "#core/settings/read-app-config.ts"
import { fontStack } from "#core/settings/font-family.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { changeLocalRecord, type LocalRecord } from "../platform/storage/local-record.ts"
import { onLocalChange, readLocalJson } from "../platform/storage/local-storage.ts"
import { applyTheme, savedTheme, saveTheme } from "../platform/browser/theme.ts"

const key = "nk-app-config"

/** The settings in the browser's storage, with a stamp for each. */
const configRecord: LocalRecord = {
  key,
  clocksKey: "nk-config-clocks",
  version: appConfigVersion,
  nested: ["modelConfig", "ttsConfig"],
  together: [
    ["modelConfig.model", "modelConfig.providerName"],
    ["modelConfig.compressModel", "modelConfig.compressProviderName"],
  ],
}

/** The app's settings. A change is saved at once and appears in other tabs, too. */
export interface ConfigState extends AppConfig {
  readonly change: (settings: Partial<AppConfig>) => void
}

export const useConfig = create<ConfigState>()((set, get) => ({
  ...readConfig(),
  change: (settings) => {
    if (settings.theme !== undefined) saveTheme(settings.theme)
    const { change: _, models: _models, ...before } = get()
    const { models: _offered, ...stored } = readConfig()
    const saved = changeLocalRecord(configRecord, { ...stored }, { ...before }, { ...before, ...settings })
    set(saved as Partial<AppConfig>)
    show(get())
  },
}))

/** Changes the model settings of all conversations that have none of their own. */
export function changeModelConfig(settings: Partial<ModelConfig>): void {
  const { modelConfig, change } = useConfig.getState()
  change({ modelConfig: { ...modelConfig, ...settings } })
}

/** Resets every setting except the sidebar's width. */
export function resetConfig(): void {
  const { change, sidebarWidth } = useConfig.getState()
  change({ ...defaultAppConfig, sidebarWidth })
}

/** Takes over settings that were stored elsewhere, unless there are some here already. */
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
  // The size is relative to the browser's, so that a user's enlarged text size applies here, too.
  style.setProperty("--message-size", `${config.fontSize / 16}rem`)
  style.setProperty("--sidebar", `${config.sidebarWidth}px`)
  const fonts = fontStack(config.fontFamily)
  if (fonts === undefined) style.removeProperty("--font")
  else style.setProperty("--font", fonts)
  if (config.tightBorder) dataset["tight"] = ""
  else delete dataset["tight"]
}

/**
 * Reads the saved settings and checks each value; the theme has a key of its own, which is read before the first paint.
 */
function readConfig(): AppConfig {
  return { ...readAppConfig(readLocalJson(key)), theme: savedTheme() }
}
