import type { Brand } from "../lib/brand.ts"

/**
 * When and where something was written, as a text that sorts by time: the wall clock in milliseconds (9 digits of base 36), a
 * counter for writes of the same millisecond (4 digits), and the device. Stamps order writes and are never shown: a device whose
 * clock is wrong makes wrong stamps, but never two that are equal, and each one greater than all it has seen.
 */
export type Stamp = Brand<string, "Stamp">

/** A device's source of stamps: its id, and the greatest stamp that it has made or seen. */
export interface Clock {
  readonly device: string
  readonly last?: Stamp
}

/** By device, the greatest stamp of it that is known. */
export type Seen = Readonly<Record<string, Stamp>>

const digits = { wall: 9, counter: 4 } as const
/** Latest wall time that is believed, in epoch milliseconds: the year 3084. */
const latestWallMs = 2 ** 45
const largestCounter = 36 ** digits.counter - 1
const form = /^[0-9a-z]{9}-[0-9a-z]{4}-[\w-]{1,64}$/

function stampAt(wallMs: number, counter: number, device: string): Stamp {
  const wall = wallMs.toString(36).padStart(digits.wall, "0")
  return `${wall}-${counter.toString(36).padStart(digits.counter, "0")}-${device}` as Stamp
}

/** The stamp of a device's next write: greater than every stamp it has made or seen, however its wall clock moved. */
export function nextStamp({ device, last }: Clock, nowMs: number): Stamp {
  const now = Number.isFinite(nowMs) ? Math.min(Math.max(Math.floor(nowMs), 0), latestWallMs) : 0
  if (last === undefined || now > wallOf(last)) return stampAt(now, 0, device)
  const counter = Number.parseInt(last.slice(digits.wall + 1, digits.wall + 1 + digits.counter), 36)
  return counter < largestCounter ? stampAt(wallOf(last), counter + 1, device) : stampAt(wallOf(last) + 1, 0, device)
}

/** Reads a stored or received stamp; undefined where the text is malformed, or its date later than any that is believed. */
export function readStamp(stored: unknown): Stamp | undefined {
  if (typeof stored !== "string" || !form.test(stored)) return undefined
  return wallOf(stored as Stamp) <= latestWallMs ? (stored as Stamp) : undefined
}

/** The wall time of a stamp, in epoch milliseconds: for comparisons only. */
export function wallOf(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, digits.wall), 36)
}

export function deviceOf(stamp: Stamp): string {
  return stamp.slice(digits.wall + digits.counter + 2)
}

/** The greater of two stamps; one that is missing is less than any. */
export function laterStamp<One extends Stamp | undefined>(a: One, b: One): One {
  return (b ?? "") > (a ?? "") ? b : a
}

/** The stamp of a value that nobody stamped. Equal values have the same one, and every true stamp is greater. */
export function unstamped(valueHash: string): Stamp {
  return stampAt(0, 0, `x${valueHash}`)
}

/** Whether a stamp is that of a value from before there were stamps: everybody may have known such a value. */
export function isUnstamped(stamp: Stamp): boolean {
  return stamp.startsWith(unstamped(""))
}

/**
 * A program that knows no stamps counts as one device by this name where it comes to what is known of it: it writes all that it has,
 * so whoever has seen one of its messages has seen those that are older.
 */
export const stranger = "nextchat"

/**
 * The stamp of a write by a program that knows no stamps, made by whoever finds it: every device makes the same one of the same
 * value. `wallMs`: when it was written, as far as that is known; `after`: what it was written over.
 */
export function strangersStamp(wallMs: number, valueHash: string, after?: Stamp): Stamp {
  const device = `${stranger}-${after === undefined ? "" : "e-"}${valueHash}`
  const isDate = Number.isFinite(wallMs) && wallMs > 0 && wallMs <= latestWallMs
  return nextStamp({ device, ...(after === undefined ? {} : { last: after }) }, isDate ? wallMs : 0)
}

/** Whether a stamp was made for something that such a program wrote anew, which bears its date. */
export function isStrangers(stamp: Stamp): boolean {
  return /^nextchat-(?!e-)/.test(deviceOf(stamp))
}

/**
 * What is known of such programs by whoever comes to know these stamps at `nowMs`: of their edits, which bear no date, each by itself;
 * and so what is dated later than that, by a clock that is fast. It says nothing of what the others will have said until then.
 */
export function seenOfStrangers(stamps: Iterable<Stamp>, nowMs: number): Seen {
  let seen: Seen = {}
  for (const stamp of stamps) {
    const device = deviceOf(stamp)
    if (isStrangers(stamp) && wallOf(stamp) <= nowMs) seen = joinSeen(seen, { [stranger]: stamp })
    else if (device.startsWith(stranger)) seen = joinSeen(seen, { [device]: stamp })
  }
  return seen
}

/**
 * What is known at `nowMs`, where somebody may have taken over what such a program dated ahead: nobody knows yet what the others will
 * say until then, and knowing less loses nothing.
 */
export function notAhead(seen: Seen, nowMs: number): Seen {
  const last = Object.hasOwn(seen, stranger) ? seen[stranger] : undefined
  return last === undefined || wallOf(last) <= nowMs ? seen : { ...seen, [stranger]: stampAt(nowMs, 0, stranger) }
}

/** Whether a stamp is among those that are known, also where a program without stamps wrote. */
export function isKnown(seen: Seen, stamp: Stamp): boolean {
  if (isSeen(seen, stamp)) return true
  if (!isStrangers(stamp)) return false
  const last = Object.hasOwn(seen, stranger) ? seen[stranger] : undefined
  return last !== undefined && wallOf(stamp) <= wallOf(last)
}

/** Whether a stamp is among those that are known. */
export function isSeen(seen: Seen, stamp: Stamp): boolean {
  const device = deviceOf(stamp)
  return Object.hasOwn(seen, device) && stamp <= (seen[device] ?? "")
}

/** All that one or the other has seen. */
export function joinSeen(a: Seen, b: Seen): Seen {
  const devices = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  const known = (seen: Seen, device: string) => (Object.hasOwn(seen, device) ? seen[device] : undefined)
  return Object.fromEntries(
    devices.flatMap((device) => {
      const stamp = laterStamp(known(a, device), known(b, device))
      return stamp === undefined ? [] : [[device, stamp]]
    }),
  )
}

/** The greatest stamp of some. */
export function latestOf(stamps: Iterable<Stamp>): Stamp | undefined {
  let last: Stamp | undefined
  for (const stamp of stamps) last = laterStamp(last, stamp)
  return last
}
