import type { Life } from "./register.ts"
import { canonicalText, isSameValue } from "./same-value.ts"
import type { Seen, Stamp } from "./stamp.ts"

/** A record as it is stored: what is known of it, and when each part of that was written. */
export interface Row<Value extends object> {
  readonly id: string
  /** The version of the collection that wrote it. */
  readonly version?: number
  /** Absent where the record was deleted and its content is gone. */
  readonly value?: Value
  readonly sync?: Sync
}

/**
 * The stamps of a record, stored sparsely: a part without a stamp of its own was written with the whole record, and a record
 * without any was written before there were stamps.
 */
export interface Sync {
  /** When the record was written as a whole. */
  readonly born?: Stamp
  /** Absent: alive since it was born. */
  readonly life?: Life
  /** By part, when it was last written. */
  readonly at?: Readonly<Record<string, Stamp>>
  readonly texts?: Readonly<Record<string, TextStamps>>
}

/** The clock of a text: when the shown version was written, the versions it has seen, and versions that were written apart from it. */
export interface TextStamps {
  readonly c: Stamp
  readonly seen: Seen
  readonly others?: readonly { readonly v: unknown; readonly c: Stamp }[]
}

/**
 * The other versions of a text, the latest first: written elsewhere by somebody who did not know the `shown` one. One that says what
 * it does, or a later one, is none to anybody, though the join needs it: what covers the one does not cover the other.
 */
export function otherEditions(
  sync: Sync | undefined,
  part: string,
  shown: unknown,
): readonly { readonly v: unknown; readonly c: Stamp }[] {
  const texts = sync?.texts
  const others = (texts !== undefined && Object.hasOwn(texts, part) ? texts[part]?.others : undefined) ?? []
  if (others.length === 0) return others
  const said = new Set([canonicalText(shown)])
  return others.filter(({ v }) => {
    const text = canonicalText(v)
    const isNew = !said.has(text)
    said.add(text)
    return isNew
  })
}

/** Whether a record is alive. */
export function isAlive(row: Row<object>): boolean {
  return row.sync?.life?.alive ?? row.value !== undefined
}

/** Whether two rows say the same, whatever version of the page wrote them. */
export function isSameRow(a: Row<object> | undefined, b: Row<object> | undefined): boolean {
  return a === b || (isSameValue(a?.sync, b?.sync) && isSameValue(a?.value, b?.value))
}
