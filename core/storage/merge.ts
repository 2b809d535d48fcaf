import { kindOf, putTogether, takeApart, type Parts, type Shape } from "./parts.ts"
import { firstText, joinLife, joinPlain, joinTexts, type Life, type Text } from "./register.ts"
import type { Row, Sync, TextStamps } from "./row.ts"
import { isSameValue, canonicalText } from "./same-value.ts"
import { deviceOf, joinSeen, laterStamp, wallOf, type Seen, type Stamp } from "./stamp.ts"

/**
 * One record out of two states of it, part by part.
 *
 * The laws (`merge.test.ts`): a state joined with itself is itself; the order in which states meet does not matter; no text
 * that one of them still has is lost unless the other replaced it knowingly; what was deleted lives again only where somebody
 * wrote it again afterwards. A record keeps its content when it dies in a join: taking that away is a step of its own.
 */
export function mergeRows<Value extends object>(shape: Shape, a: Row<Value>, b: Row<Value>): Row<Value> {
  const life = joinLife(lifeOf(a), lifeOf(b))
  const born = laterStamp(a.sync?.born, b.sync?.born)
  const version = Math.max(a.version ?? 0, b.version ?? 0)
  const row = { id: a.id, ...(version === 0 ? {} : { version }) }
  if (a.value === undefined || b.value === undefined) {
    const whole = a.value === undefined ? b : a
    return { ...row, ...(whole.value === undefined ? {} : { value: whole.value }), ...syncOf(whole.sync ?? {}, life) }
  }
  const [mine, theirs] = [takeApart(shape, a.value), takeApart(shape, b.value)]
  const parts = new Map<string, unknown>()
  const at: Record<string, Stamp> = {}
  const texts: Record<string, TextStamps> = {}
  for (const name of partNames(a, b, mine, theirs)) {
    const [own, other] = [mine.get(name), theirs.get(name)]
    switch (kindOf(shape, name)) {
      case "plain": {
        const joined = joinPlain({ v: own, c: stampOf(a, name) }, { v: other, c: stampOf(b, name) })
        parts.set(name, joined.v)
        if (joined.c !== undefined && joined.c !== born) at[name] = joined.c
        break
      }
      case "text": {
        const joined = joinTexts(textRegister(a, name, own), textRegister(b, name, other), shape.isWorthKeeping)
        parts.set(name, joined.versions[0]?.v)
        keepText(texts, name, joined, born)
        break
      }
      default:
        parts.set(name, joinUnstamped(shape, name, own, other))
    }
  }
  const sync = { ...(born === undefined ? {} : { born }), at, texts }
  return { ...row, value: putTogether(shape, parts) as Value, ...syncOf(sync, life) }
}

/** A write of this device: what its writer knew before and wants now, against what is stored by then. */
export interface Write<Value extends object> {
  readonly id: string
  readonly version: number
  /** The record as the writer knew it; absent: it is new. */
  readonly before?: Value | undefined
  readonly after: Value
  /** Greater than every stamp of the stored row. */
  readonly stamp: Stamp
  /** Of a record that was deleted before: all that was known of it then, which the new one takes the place of. */
  readonly seen?: Seen | undefined
  /** When the writer made the change, where that was earlier (epoch ms): a plain part that was written since stays. */
  readonly madeAt?: number
}

/**
 * The row after a write. Only what the writer changed is written, so that what others wrote meanwhile stays; a text that they
 * changed too, and the writer did not know of, is kept beside the new one. Returns the very row where nothing changes.
 */
export function writeRow<Value extends object>(
  shape: Shape,
  stored: Row<Value> | undefined,
  { id, version, before, after, stamp, seen, madeAt = Number.POSITIVE_INFINITY }: Write<Value>,
): Row<Value> {
  if (stored?.value === undefined || !isLiving(stored)) {
    const known = joinSeen(stored?.sync?.life?.seen ?? {}, seen ?? {})
    return { id, version, value: after, sync: newborn(shape, after, stamp, known) }
  }
  const [known, wanted] = [before && takeApart(shape, before), takeApart(shape, after)]
  const held = takeApart(shape, stored.value)
  const parts = new Map(held)
  const at: Record<string, Stamp> = { ...stored.sync?.at }
  const texts: Record<string, TextStamps> = { ...stored.sync?.texts }
  let isChanged = false
  for (const name of new Set([...(known?.keys() ?? []), ...wanted.keys()])) {
    const [old, own, other] = [known?.get(name), wanted.get(name), held.get(name)]
    if ((known !== undefined && isSameValue(old, own)) || isSameValue(own, other)) continue
    const kind = kindOf(shape, name)
    if (kind === "plain") {
      const last = stampOf(stored, name)
      if (last !== undefined && wallOf(last) > madeAt) continue
      at[name] = stamp
    } else if (kind === "text") {
      keepText(texts, name, replaceText(textRegister(stored, name, other), old, own, stamp, shape), stored.sync?.born)
    }
    const isOwn = kind === "plain" || kind === "text" || kind === "computed"
    const isRenewed = kind === "item" && (own === undefined || isSameValue(old, other))
    parts.set(name, isOwn || isRenewed ? own : joinUnstamped(shape, name, own, other))
    isChanged = true
  }
  if (!isChanged) return stored
  const sync = { ...stored.sync, at, texts }
  return { id, version, value: putTogether(shape, parts) as Value, ...syncOf(sync, stored.sync?.life) }
}

/** The stamps of a record that is written as a whole. Its texts take the place of all that its writer knew of them. */
function newborn(shape: Shape, value: object, stamp: Stamp, known: Seen): Sync {
  if (Object.keys(known).length === 0) return { born: stamp }
  const seen = joinSeen(known, { [deviceOf(stamp)]: stamp })
  const texts: Record<string, TextStamps> = {}
  for (const [name, v] of takeApart(shape, value)) {
    if (kindOf(shape, name) === "text") keepText(texts, name, { versions: [{ v, c: stamp }], seen }, stamp)
  }
  return { born: stamp, ...(Object.keys(texts).length === 0 ? {} : { texts }) }
}

/** A text after it was written: the new version takes the place of those that its writer knew. */
function replaceText(held: Text, known: unknown, v: unknown, c: Stamp, shape: Shape): Text {
  const [shown] = held.versions
  const knew = shown === undefined || isSameValue(shown.v, known)
  const left = knew ? [] : held.versions.filter((one) => !isSameValue(one.v, known) && !isSameValue(one.v, v))
  const kept = left.filter((one) => shape.isWorthKeeping?.(one.v) ?? true)
  return { versions: [{ v, c }, ...kept], seen: joinSeen(held.seen, { [deviceOf(c)]: c }) }
}

function joinUnstamped(shape: Shape, name: string, a: unknown, b: unknown): unknown {
  if (a === undefined || b === undefined) return a ?? b
  const kind = kindOf(shape, name)
  if (kind === "item") return shape.items?.join(a, b)
  if (typeof a === "number" && typeof b === "number") {
    if (kind === "least") return Math.min(a, b)
    if (kind === "greatest") return Math.max(a, b)
  }
  return canonicalText(a) >= canonicalText(b) ? a : b
}

function isLiving(row: Row<object>): boolean {
  return row.sync?.life?.alive !== false
}

function lifeOf({ sync, value }: Row<object>): Life | undefined {
  if (sync?.life !== undefined) return sync.life
  return sync?.born === undefined || value === undefined ? undefined : { alive: true, c: sync.born }
}

function stampOf({ sync }: Row<object>, name: string): Stamp | undefined {
  return sync?.at !== undefined && Object.hasOwn(sync.at, name) ? sync.at[name] : sync?.born
}

export function textRegister({ sync }: Row<object>, name: string, v: unknown): Text {
  const stamps = sync?.texts !== undefined && Object.hasOwn(sync.texts, name) ? sync.texts[name] : undefined
  if (stamps === undefined) return firstText(v, sync?.born)
  return { versions: [{ v, c: stamps.c }, ...(stamps.others ?? [])], seen: stamps.seen }
}

function keepText(
  texts: Record<string, TextStamps>,
  name: string,
  { versions, seen }: Text,
  born: Stamp | undefined,
): void {
  const [shown, ...others] = versions
  if (shown === undefined) return
  const stamps = { c: shown.c, seen, ...(others.length === 0 ? {} : { others }) }
  const first = firstText(shown.v, born)
  const isFirst = others.length === 0 && shown.c === first.versions[0]?.c && isSameValue(seen, first.seen)
  if (isFirst) delete texts[name]
  else texts[name] = stamps
}

/** Every part that one of them has, or had. */
function partNames(a: Row<object>, b: Row<object>, mine: Parts, theirs: Parts): ReadonlySet<string> {
  const stamped = [a.sync?.at, b.sync?.at, a.sync?.texts, b.sync?.texts].flatMap((one) => Object.keys(one ?? {}))
  return new Set([...mine.keys(), ...theirs.keys(), ...stamped])
}

/** Stamps without empty lists, and without a life that says no more than the birth. */
function syncOf({ born, at = {}, texts = {} }: Sync, life: Life | undefined): { readonly sync?: Sync } {
  const isPlain = life === undefined || (life.alive && life.c === born && life.seen === undefined)
  const sync: Sync = {
    ...(born === undefined ? {} : { born }),
    ...(isPlain ? {} : { life }),
    ...(Object.keys(at).length === 0 ? {} : { at }),
    ...(Object.keys(texts).length === 0 ? {} : { texts }),
  }
  return Object.keys(sync).length === 0 ? {} : { sync }
}
