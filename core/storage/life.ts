import { dayMs } from "../lib/days.ts"
import { mergeRows, textRegister } from "./merge.ts"
import { kindOf, takeApart, type Shape } from "./parts.ts"
import type { Life } from "./register.ts"
import { isAlive, type Row } from "./row.ts"
import { isKnown, isUnstamped, wallOf, type Seen, type Stamp } from "./stamp.ts"

/*
 * What becomes of records that were deleted. None of it is a rule of the join: bringing a record back is a write like any
 * other, and what is dropped here is not said to be deleted.
 */

/** The row of a record that was deleted: its grave. `seen`: all that this device knows of itself and others. */
export function buryRow(id: string, stamp: Stamp, seen: Seen): Row<never> {
  return { id, sync: { life: { alive: false, c: stamp, seen } } }
}

/** The same record, alive from this write on. Its parts keep their stamps: nobody has changed them. */
export function reviveRow<Value extends object>(row: Row<Value>, stamp: Stamp): Row<Value> {
  const seen = row.sync?.life?.seen
  return { ...row, sync: { ...row.sync, life: { alive: true, c: stamp, ...(seen === undefined ? {} : { seen }) } } }
}

/** What is left of a dead record once its content is taken away. */
export function shedRow({ id, sync }: Row<object>): Row<never> {
  return { id, ...(sync?.life === undefined ? {} : { sync: { life: sync.life } }) }
}

/**
 * Whether somebody wrote words into a record that whoever deleted it, or what it belongs to, had not seen. Only texts count, and
 * those worth keeping: a title, a pin or a summary is no reason to bring a record back. Words from before there were stamps were
 * known.
 */
export function hasUnseenWords<Value extends object>(shape: Shape, row: Row<Value>, { seen = {} }: Life): boolean {
  if (row.value === undefined) return false
  return [...takeApart(shape, row.value)].some(
    ([name, value]) =>
      kindOf(shape, name) === "text" &&
      textRegister(row, name, value).versions.some(
        ({ v, c }) => !isUnstamped(c) && !isKnown(seen, c) && (shape.isWorthKeeping?.(v) ?? true),
      ),
  )
}

/**
 * Two states of a record joined. Where one device deleted it without having seen words that are in it, it is brought back
 * whole, as an ordinary write with `stamp`; whichever device finds that does it.
 */
export function mergeAndRescue<Value extends object>(
  shape: Shape,
  a: Row<Value>,
  b: Row<Value>,
  stamp: Stamp,
): { readonly row: Row<Value>; readonly isRescued: boolean } {
  const row = mergeRows(shape, a, b)
  const hasJustDied = !isAlive(row) && (isAlive(a) || isAlive(b))
  const life = row.sync?.life
  const isRescued = hasJustDied && life !== undefined && hasUnseenWords(shape, row, life)
  return { row: isRescued ? reviveRow(row, stamp) : row, isRescued }
}

/** How long a device keeps a grave, and how many. The file of a sync has it longer, and tells it again (0281). */
export const graveLimits = { keptMs: 400 * dayMs, most: 50_000 } as const

/** The graves to drop: those that are too old, or the oldest of too many. */
export function expiredGraves<Grave extends { readonly life: { readonly c: Stamp } }>(
  graves: readonly Grave[],
  nowMs: number,
  { keptMs, most }: { readonly keptMs: number; readonly most: number } = graveLimits,
): readonly Grave[] {
  const latestFirst = graves.toSorted((a, b) => (a.life.c > b.life.c ? -1 : 1))
  return latestFirst.filter(({ life }, at) => at >= most || wallOf(life.c) < nowMs - keptMs)
}
