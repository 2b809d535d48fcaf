import {
  orElse,
  count,
  amount,
  flag,
  listOf,
  oneOf,
  optional,
  readerOf,
  recordOf,
  text,
  that,
  time,
  type Reader,
} from "../lib/stored-shape.ts"
import { fieldsOf, isObject, type JsonObject } from "../lib/fields.ts"
import { defaultModelConfig, type ModelConfig } from "../settings/model-config.ts"
import { readModelConfig } from "../settings/read-app-config.ts"
import type { Folder } from "./folder.ts"
import { readMessage, recordId } from "./read-message.ts"
import type { Marks } from "./marks.ts"
import { newSession, resetStat, type Session, type SessionMask, type SessionStat } from "./session.ts"

/** Longest topic that is listed, in UTF-16 units. */
const longestTopic = 2_000

const shortText = that<string>((stored) => typeof stored === "string" && stored.length <= longestTopic)
const cutText = orElse(shortText, (stored) => (typeof stored === "string" ? stored.slice(0, longestTopic) : ""))

/** A count of messages, or -1: before the first. */
const countFromBefore = that<number>((stored) => Number.isSafeInteger(stored) && (stored as number) >= -1)

const configFields = Object.entries(defaultModelConfig)

/** Keeps settings whose fields have the right types; reads any others field by field by the rules of the settings. */
const readMaskConfig = readerOf<ModelConfig>(
  (stored) => isObject(stored) && configFields.every(([name, usual]) => fieldState(stored, name, usual) === "right"),
  (stored) => {
    const fields = fieldsOf(stored)
    const isWrong = configFields.some(([name, usual]) => fieldState(fields, name, usual) === "wrong")
    return { value: readModelConfig(stored), isWhole: fields === stored && !isWrong }
  },
)

function fieldState(fields: JsonObject, name: string, usual: unknown): "right" | "wrong" | "missing" {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined) return "missing"
  const isNamed = value !== "" || (name !== "model" && name !== "providerName")
  const isKind = typeof value === typeof usual && (typeof value !== "number" || Number.isFinite(value))
  return isKind && isNamed ? "right" : "wrong"
}

const readMask = recordOf<SessionMask>({
  id: orElse(text, () => ""),
  avatar: orElse(shortText, () => "gpt-bot"),
  name: cutText,
  context: orElse(listOf(readMessage), () => []),
  hideContext: optional(flag),
  syncGlobalConfig: orElse(flag, () => true),
  modelConfig: readMaskConfig,
  lang: orElse(shortText, () => "pt"),
  builtin: orElse(flag, () => false),
  createdAt: orElse(time, () => 0),
  plugin: optional(listOf(text)),
})

const readStat = recordOf<SessionStat>({ tokenCount: amount, wordCount: amount, charCount: amount })

/** The mask of a conversation whose own mask cannot be read: none in particular, with the global settings. */
function plainMask(): SessionMask {
  return newSession({ id: "", now: 0, modelConfig: defaultModelConfig, lang: "pt" }).mask
}

const readMarks = recordOf<Marks>({
  summarized: optional(amount),
  cleared: optional(amount),
  edited: optional(amount),
})

/** A stored conversation; how many messages it has is not a number where the row does not say. */
export const readStoredSession = recordOf<Session>({
  id: recordId,
  topic: cutText,
  memoryPrompt: orElse(text, () => ""),
  stat: orElse(readStat, resetStat),
  lastUpdate: orElse(time, () => 0),
  lastSummarizeIndex: orElse(count, () => 0),
  clearContextIndex: optional(count),
  mask: orElse(readMask, plainMask),
  messageCount: orElse(count, () => Number.NaN),
  pinned: optional(flag),
  folderId: optional(recordId),
  listedAt: optional(amount),
  temporary: optional(oneOf([false])),
  searchChosen: optional(flag),
  memoryPaused: optional(flag),
  memoryEditedAt: optional(countFromBefore),
  modelTold: optional(text),
  marks: optional(readMarks),
})

/** Reads a stored folder. */
export const readFolder: Reader<Folder> = recordOf<Folder>({
  id: recordId,
  name: cutText,
  collapsed: orElse(flag, () => false),
  createdAt: orElse(time, () => 0),
})
