import type { Message } from "../conversation/message.ts"
import { readContent } from "../gateway/read-content.ts"
import { fieldsOf, isObject, readText } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { defaultModelConfig, type ModelConfig } from "../settings/model-config.ts"
import { readModelConfig } from "../settings/read-app-config.ts"

/** A role for conversations: messages that go before everything said, and, where it wants any, settings of the model. */
export interface Mask {
  readonly id: string
  /** An emoji by its code points in hexadecimal; any other name stands for no picture. */
  readonly avatar: string
  readonly name: string
  readonly context: readonly Preset[]
  /** The conversation does not show the preset messages. A preview always does. */
  readonly hideContext?: boolean
  /** A conversation begun from it follows the user's global settings; `modelConfig` does not count. */
  readonly syncGlobalConfig: boolean
  /** The settings that it has an opinion on; those that are missing are the user's global ones. */
  readonly modelConfig: Partial<ModelConfig>
  /** The code of the language it is written in. */
  readonly lang: string
  readonly builtin: boolean
  /** Epoch milliseconds; 0 where that is not known. */
  readonly createdAt: number
  /** Ids of the plugins that were chosen for it (`plugin-choice.ts`). */
  readonly plugin?: readonly string[]
  /** Two settings that NextChat's masks have of their own. They are kept for it; what counts here is the user's settings. */
  readonly enableArtifacts?: boolean
  readonly enableCodeFold?: boolean
}

/** The two settings of a mask that only NextChat uses, where they are there: of a mask, or of an object that is read as one. */
export function keptForNextChat({
  enableArtifacts,
  enableCodeFold,
}: {
  readonly enableArtifacts?: unknown
  readonly enableCodeFold?: unknown
}): Pick<Mask, "enableArtifacts" | "enableCodeFold"> {
  return {
    ...(typeof enableArtifacts === "boolean" ? { enableArtifacts } : {}),
    ...(typeof enableCodeFold === "boolean" ? { enableCodeFold } : {}),
  }
}

/**
 * A preset message. Its date is 0, which distinguishes it from a message that the user pinned to a conversation: that one
 * lies in the same list, and keeps the date it was written on.
 */
export type Preset = Pick<Message, "id" | "role" | "content" | "date">

/** The roles that a preset message may have. */
export const presetRoles = ["system", "user", "assistant"] as const

/** The most that a mask may hold which is written here, or comes by a link or in a file of masks. Those of a backup are taken whole. */
export const maskLimits = { presets: 100, characters: 200_000, nameCharacters: 200 } as const

/** How many characters a mask's messages have together. */
export function charactersOf(context: readonly Pick<Preset, "content">[]): number {
  return context.reduce((sum, { content }) => sum + sizeOf(content), 0)
}

function sizeOf(content: Preset["content"]): number {
  if (typeof content === "string") return content.length
  return content.reduce((sum, part) => sum + (part.type === "text" ? part.text : part.image_url.url).length, 0)
}

/** A new mask, to be written. */
export function emptyMask(facts: Pick<Mask, "id" | "lang" | "createdAt">): Mask {
  return { ...facts, avatar: "gpt-bot", name: "", context: [], syncGlobalConfig: true, modelConfig: {}, builtin: false }
}

/** The user's own copy of a mask, with ids of its own. */
export function copyMask(mask: Mask, { now, newId }: { readonly now: number; readonly newId: () => string }): Mask {
  const { avatar, name, hideContext, syncGlobalConfig, modelConfig, lang, plugin } = mask
  return {
    id: newId(),
    avatar,
    name,
    context: mask.context.map(({ role, content }) => ({ id: newId(), role, content, date: 0 })),
    ...(hideContext === undefined ? {} : { hideContext }),
    syncGlobalConfig,
    modelConfig,
    lang,
    builtin: false,
    createdAt: now,
    ...(plugin === undefined ? {} : { plugin }),
    ...keptForNextChat(mask),
  }
}

/** Whether two masks say the same, whatever their ids and dates. */
export function isSameMask(a: Mask, b: Mask): boolean {
  return sameness(a) === sameness(b)
}

/** A text that is the same for two masks exactly when they say the same. */
export function sameness({ name, avatar, context, hideContext = false, syncGlobalConfig, modelConfig }: Mask): string {
  const messages = context.map(({ role, content }) => [role, content])
  const config = Object.entries(syncGlobalConfig ? {} : modelConfig).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([name.trim(), avatar, hideContext, messages, config])
}

/** Reads those settings of a model that are there and have the right type; a value outside its range falls back. */
export function readSomeSettings(stored: unknown): Partial<ModelConfig> {
  const fields = fieldsOf(stored)
  const known = Object.entries(defaultModelConfig).filter(([name, usual]) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return typeof value === typeof usual && value !== ""
  })
  const read = readModelConfig(fields)
  return Object.fromEntries(known.map(([name]) => [name, Reflect.get(read, name)]))
}

/**
 * Reads a mask that NextChat, another version or a stranger wrote; undefined for anything that is none. Nothing but the known
 * fields is taken. `idOf` names its messages by their places.
 */
export function readMask(stored: unknown, id: string, idOf: (at: number) => string): Mask | undefined {
  if (!isObject(stored) || !(typeof stored["name"] === "string" || Array.isArray(stored["context"]))) return undefined
  const { avatar, name, context, hideContext, syncGlobalConfig, modelConfig, lang, createdAt, plugin } = stored
  const settings = readSomeSettings(modelConfig)
  return {
    id,
    avatar: readText(avatar, "gpt-bot", 100),
    name: typeof name === "string" ? name.slice(0, maskLimits.nameCharacters).trim() : "",
    context: readPresets(context, idOf),
    ...(typeof hideContext === "boolean" ? { hideContext } : {}),
    syncGlobalConfig: typeof syncGlobalConfig === "boolean" ? syncGlobalConfig : Object.keys(settings).length === 0,
    modelConfig: settings,
    lang: readText(lang, "pt", 20),
    builtin: false,
    createdAt: typeof createdAt === "number" && Number.isFinite(createdAt) ? createdAt : 0,
    ...(Array.isArray(plugin) ? { plugin: plugin.filter(isRecordId) } : {}),
    ...keptForNextChat(stored),
  }
}

/**
 * Reads the messages of a list that have a role and content; NextChat's have dates in words, which say nothing here. What a
 * developer says is an instruction, by OpenAI's newer name for it.
 */
export function readPresets(stored: unknown, idOf: (at: number) => string): readonly Preset[] {
  if (!Array.isArray(stored)) return []
  const messages: readonly unknown[] = stored
  return messages.flatMap((one, at): Preset[] => {
    const { role, content } = fieldsOf(one)
    const known = presetRoles.find((name) => name === (role === "developer" ? "system" : role))
    const read = readContent(content)?.value
    return known === undefined || read === undefined ? [] : [{ id: idOf(at), role: known, content: read, date: 0 }]
  })
}
