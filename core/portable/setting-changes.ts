import { isObject } from "../lib/fields.ts"
import type { AppConfig, TtsConfig } from "../settings/app-config.ts"
import type { ModelConfig } from "../settings/model-config.ts"

/** A setting by its stored name; those of a model and of the voice by their own. */
export type SettingName =
  | Exclude<keyof AppConfig, "modelConfig" | "ttsConfig" | "models" | "modelChosen">
  | keyof ModelConfig
  | `tts-${keyof TtsConfig}`

/** A setting that another file changes. */
export interface SettingChange {
  readonly name: SettingName
  readonly before: string | number | boolean
  readonly after: string | number | boolean
}

/** The settings that would change, were those of a file (`coming`) put in the place of the ones in use (`here`). */
export function settingChanges(coming: Partial<AppConfig>, here: AppConfig): readonly SettingChange[] {
  const own = flat(here)
  return [...flat(coming)].flatMap(([name, after]) => {
    const before = own.get(name)
    return before === undefined || before === after ? [] : [{ name: name as SettingName, before, after }]
  })
}

function flat(config: Partial<AppConfig>): ReadonlyMap<string, string | number | boolean> {
  const { modelConfig = {}, ttsConfig = {}, models: _models, modelChosen: _chosen, ...plain } = config
  const voice = Object.entries(ttsConfig).map(([name, value]) => [`tts-${name}`, value] as const)
  const all = [...Object.entries(plain), ...Object.entries(modelConfig), ...voice]
  return new Map(all.flatMap(([name, value]) => (isObject(value) ? [] : [[name, value as string]])))
}
