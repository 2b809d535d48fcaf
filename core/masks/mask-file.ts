import { fieldsOf, isObject, parseJson } from "../lib/fields.ts"
import {
  charactersOf,
  keptForNextChat,
  maskLimits,
  readMask,
  readPresets,
  sameness,
  type Mask,
  type Preset,
} from "./mask.ts"

/** The largest file that is read, in bytes, and the most masks in it. */
export const maskFileLimits = { bytes: 5_000_000, masks: 1_000 } as const

/** A mask as NextChat writes it. */
export function maskInFile(mask: Mask): object {
  const { id, avatar, name, context, hideContext, syncGlobalConfig, modelConfig, lang, builtin, createdAt, plugin } =
    mask
  return {
    id: builtin ? Number(id) : id,
    avatar,
    name,
    // NextChat writes a date in words here, or none.
    context: context.map(({ id: presetId, role, content }) => ({ id: presetId, role, content, date: "" })),
    ...(hideContext === undefined ? {} : { hideContext }),
    syncGlobalConfig,
    modelConfig,
    lang,
    builtin,
    createdAt,
    ...(plugin === undefined ? {} : { plugin }),
    ...keptForNextChat(mask),
  }
}

/** Why a mask of a file is not taken. */
export type IgnoredReason = "unnamed" | "empty" | "too-long" | "too-many"

/** What importing a file would do. */
export interface MaskImport {
  /** The masks that would be added, with new ids. */
  readonly fresh: readonly Mask[]
  /** How many are here already, or twice in the file. */
  readonly known: number
  readonly ignored: readonly { readonly reason: IgnoredReason; readonly count: number }[]
  /** How many messages of those that would be added stay behind: a tool's, and what is none. */
  readonly lostMessages: number
}

export interface ImportSource {
  readonly existing: readonly Mask[]
  readonly now: number
  readonly newId: () => string
}

/** Reads a file of masks; undefined for one that has none. Nothing is stored by that. */
export function readMaskFile(text: string, { existing, now, newId }: ImportSource): MaskImport | undefined {
  const items = itemsOf(parseJson(text))
  if (items === undefined || (items.length > 0 && !items.some((item) => isObject(item) && isMaskLike(item))))
    return undefined
  const seen = new Set(existing.map(sameness))
  const fresh: Mask[] = []
  let known = 0
  let lostMessages = 0
  const ignored = new Map<IgnoredReason, number>()
  for (const [at, item] of items.entries()) {
    const read = at < maskFileLimits.masks ? readMask(item, newId(), newId) : undefined
    const reason = at < maskFileLimits.masks ? reasonAgainst(read, item) : "too-many"
    if (read === undefined || reason !== undefined)
      ignored.set(reason ?? "unnamed", (ignored.get(reason ?? "unnamed") ?? 0) + 1)
    else if (seen.has(sameness(read))) known++
    else {
      seen.add(sameness(read))
      const { context } = fieldsOf(item)
      if (Array.isArray(context)) lostMessages += context.length - read.context.length
      // The newest stands first: each is a millisecond older than the one before it, so that the file's order stays.
      fresh.push({ ...read, createdAt: now - fresh.length })
    }
  }
  return { fresh, known, ignored: [...ignored].map(([reason, count]) => ({ reason, count })), lostMessages }
}

function reasonAgainst(mask: Mask | undefined, item: unknown): IgnoredReason | undefined {
  if (mask === undefined || mask.name === "") return "unnamed"
  if (!isMaskLike(fieldsOf(item))) return "empty"
  if (mask.context.length > maskLimits.presets || charactersOf(mask.context) > maskLimits.characters) return "too-long"
  return undefined
}

/**
 * The masks in a file, whoever wrote it: a mask, a list, `{masks}`, `{state: {masks}}`, masks by their ids, NextChat's backup, what
 * its browser keeps, or ours. Those that
 * came with the program are left out of a collection: they are here as well, or were another program's.
 */
function itemsOf(parsed: unknown): readonly unknown[] | undefined {
  if (Array.isArray(parsed)) return parsed
  if (!isObject(parsed)) return undefined
  if (isMaskLike(parsed)) return [parsed]
  const state = fieldsOf(parsed["state"])
  const collection = [
    parsed["masks"],
    state["masks"],
    ...["mask-store", "nk-mask", "nk-mask-store"].flatMap((name) => {
      const stored = parsed[name]
      // In a copy of `localStorage` each store is a text of JSON.
      const store = fieldsOf(typeof stored === "string" ? parseJson(stored) : stored)
      return [store["masks"], fieldsOf(store["state"])["masks"]]
    }),
    fieldsOf(parsed["stores"])["masks"],
    isMapOfMasks(parsed) && parsed,
  ].find((one) => typeof one === "object" && one !== null)
  if (collection === undefined) return undefined
  return Object.values(collection as object)
    .map((item: unknown) => (isObject(fieldsOf(item)["value"]) ? fieldsOf(item)["value"] : item))
    .filter((item) => fieldsOf(item)["builtin"] !== true)
}

/** Whether it is what lies inside a store: masks by their ids, and nothing else. */
function isMapOfMasks(parsed: object): boolean {
  const values: readonly unknown[] = Object.values(parsed)
  return values.every(isObject) && values.some((value) => isMaskLike(value as object))
}

/**
 * Whether it is a mask, and not just anything with a name: every mask has a list of messages or settings of a model, and says
 * with its picture, its language or its name what it is. NextChat's and ours have all of these.
 */
function isMaskLike(item: object): boolean {
  const { context, modelConfig, name, avatar, lang } = fieldsOf(item)
  if (!Array.isArray(context) && !isObject(modelConfig)) return false
  return [name, avatar, lang].some((one) => typeof one === "string")
}

/**
 * The messages in a text that was pasted where messages are written, as people share them: `[{role, content}]`, or an object
 * with them; undefined for any other text, which is pasted as it is.
 */
export function pastedPresets(text: string, newId: () => string): readonly Preset[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const parsed = parseJson(text)
  const list = Array.isArray(parsed) ? parsed : (fieldsOf(parsed)["context"] ?? fieldsOf(parsed)["messages"])
  const presets = readPresets(list, newId)
  return presets.length === 0 ? undefined : presets.slice(0, maskLimits.presets)
}
