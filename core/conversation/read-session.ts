import {
  orElse,
  count,
  amount,
  flag,
  listOf,
  oneOf,
  optional,
  recordOf,
  text,
  that,
  time,
  type Reader,
} from "../lib/stored-shape.ts"
import { fieldsOf } from "../lib/read-value.ts"
import { defaultModelConfig, type ModelConfig } from "../settings/model-config.ts"
import { readModelConfig } from "../settings/read-app-config.ts"
import type { Folder } from "./folder.ts"
import { readMessage, recordId } from "./read-message.ts"
import { newSession, resetStat, type Session, type SessionMask, type SessionStat } from "./session.ts"

/** Longest topic that is listed, in UTF-16 units. */
const longestTopic = 2_000

const shortText = that<string>((stored) => typeof stored === "string" && stored.length <= longestTopic)
const cutText = orElse(shortText, (stored) => (typeof stored === "string" ? stored.slice(0, longestTopic) : ""))

/** Settings whose fields are of their kinds; others are read by the rules of the settings, field by field. */
const readMaskConfig: Reader<ModelConfig> = (stored) => {
  const fields = fieldsOf(stored)
  const kinds = Object.entries(defaultModelConfig).map(([name, usual]) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) return "missing"
    const isNamed = value !== "" || (name !== "model" && name !== "providerName")
    const isKind = typeof value === typeof usual && (typeof value !== "number" || Number.isFinite(value))
    return isKind && isNamed ? "right" : "wrong"
  })
  if (kinds.every((one) => one === "right")) return { value: stored as ModelConfig, isWhole: true }
  return { value: readModelConfig(stored), isWhole: fields === stored && !kinds.includes("wrong") }
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

/** The role of a conversation whose own cannot be read: none in particular, by the global settings. */
function plainMask(): SessionMask {
  return newSession({ id: "", now: 0, modelConfig: defaultModelConfig, lang: "pt" }).mask
}

const readAny = recordOf<Session>({
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
  memoryEditedAt: optional(count),
  modelTold: optional(text),
})

/**
 * A stored conversation; undefined where it has no name to be known by. How many messages it has is `counted` where the row
 * does not say: one that passed for empty would be taken for unused, and given up.
 */
export async function readSession(stored: unknown, counted: (sessionId: string) => Promise<number>) {
  const read = readAny(stored)
  if (read === undefined || !Number.isNaN(read.value.messageCount)) return read
  return { ...read, value: { ...read.value, messageCount: await counted(read.value.id) } }
}

/** A stored folder. */
export const readFolder: Reader<Folder> = recordOf<Folder>({
  id: recordId,
  name: cutText,
  collapsed: orElse(flag, () => false),
  createdAt: orElse(time, () => 0),
})
