import { fieldsOf, textOf } from "../lib/fields.ts"
import { localeCodes, type LocaleCode } from "../i18n/locale.ts"
import { readMask, type Mask } from "./mask.ts"

/** The groups of the built-in masks, in the order they are listed. */
export const maskGroups = ["study", "work", "daily", "rights", "writing"] as const
export type MaskGroup = (typeof maskGroups)[number]

/** A mask that comes with the program. It is read-only; a copy of it is the user's own. */
export interface BuiltinMask extends Mask {
  readonly group: MaskGroup
  /** What it does, in a few words. */
  readonly about: string
}

/** The first id of the built-in masks. Each stands in the file and is never given to another one: links name it. */
export const firstBuiltinId = 100_000

/** The built-in masks of every language, each list in the order in which the masks are suggested. */
export type BuiltinMasks = Readonly<Partial<Record<LocaleCode, readonly BuiltinMask[]>>>

/** Reads the file of the built-in masks; entries that are none are ignored. */
export function readBuiltinMasks(file: unknown): BuiltinMasks {
  const languages = fieldsOf(file)
  return Object.fromEntries(
    localeCodes.flatMap((lang) => {
      const list = languages[lang]
      return Array.isArray(list) ? [[lang, list.flatMap((item: unknown) => readBuiltin(item, lang) ?? [])]] : []
    }),
  )
}

function readBuiltin(item: unknown, lang: LocaleCode): BuiltinMask | undefined {
  const { id, group, about } = fieldsOf(item)
  const known = maskGroups.find((name) => name === group)
  if (typeof id !== "number" || !(id >= firstBuiltinId) || known === undefined) return undefined
  const mask = readMask(item, String(id), (at) => `${id}.${at}`)
  return mask && { ...mask, lang, builtin: true, group: known, about: textOf(about) ?? "" }
}

/** The built-in masks in a language, in English where there are none. */
export function builtinMasksIn(all: BuiltinMasks, lang: LocaleCode): readonly BuiltinMask[] {
  return all[lang] ?? all.en ?? []
}
