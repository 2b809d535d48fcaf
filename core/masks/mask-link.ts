import { contentText } from "../gateway/content.ts"
import { parseJson } from "../lib/fields.ts"
import { sharedPlugins } from "../plugins/plugin-choice.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { charactersOf, maskLimits, readMask, type Mask } from "./mask.ts"

/** How long a link may be, in characters, and how much it may hold once it is unpacked, in bytes. */
export const maskLinkLimits = { characters: 8_000, bytes: 256 * 1_024 } as const

/** The settings that go along in a link: none of them is an address or a key, and none calls anything. */
const carried = [
  "model",
  "providerName",
  "temperature",
  "top_p",
  "max_tokens",
  "presence_penalty",
  "frequency_penalty",
  "reasoning_effort",
  "verbosity",
  "template",
] as const satisfies readonly (keyof ModelConfig)[]

/**
 * What a link says of a mask: a short form of the file's. Own plugins stay behind, because the receiver has none of them, and
 * so do pictures.
 */
export function linkPayload(mask: Mask): string {
  const { avatar, name, context, hideContext, syncGlobalConfig, lang, plugin = [] } = mask
  const plugins = plugin.filter((id) => sharedPlugins.has(id))
  return JSON.stringify({
    name,
    avatar,
    lang,
    context: context.flatMap(({ role, content }) => {
      const text = contentText(content)
      return text === "" ? [] : [{ role, content: text }]
    }),
    ...(hideContext === true ? { hideContext } : {}),
    ...(syncGlobalConfig ? {} : { modelConfig: carriedSettings(mask.modelConfig) }),
    ...(plugins.length > 0 ? { plugin: plugins } : {}),
  })
}

/** The mask that a link says, with new ids; undefined where it says none. */
export function readLinkPayload(
  text: string,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Mask | undefined {
  const read = readMask(parseJson(text), newId(), newId)
  if (read === undefined || read.name === "" || read.context.length > maskLimits.presets) return undefined
  if (charactersOf(read.context) > maskLimits.characters) return undefined
  const modelConfig = carriedSettings(read.modelConfig)
  const plugins = read.plugin?.filter((id) => sharedPlugins.has(id))
  return {
    ...read,
    ...(plugins === undefined ? {} : { plugin: plugins }),
    context: read.context.map((preset) => ({ ...preset, content: contentText(preset.content) })),
    modelConfig,
    syncGlobalConfig: Object.keys(modelConfig).length === 0,
    createdAt: now,
  }
}

function carriedSettings(config: Partial<ModelConfig>): Partial<ModelConfig> {
  return Object.fromEntries(carried.filter((name) => name in config).map((name) => [name, config[name]]))
}
