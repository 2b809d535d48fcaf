import { readLocal, removeLocal, writeLocal } from "../storage/local-storage.ts"
import { atServer } from "./server-address.ts"

/** The key of the visitor's id, which the server has issued and signed. */
const key = "__anon_session__"
const issuedShape = /^[\w-]{48}$/
/** Pages of before made ids up for themselves: the server exchanges such a one. */
const sendableShape = /^[\w-]{8,128}$/
const patienceMs = 10_000

/** Free messages left today, of so many. */
export interface FreeToday {
  readonly left: number
  readonly of: number
}

/** Sent as `X-Visitor`: lets a visitor find an answer again, and have a day of their own. Undefined until there is one. */
export function visitorId(): string | undefined {
  const known = readLocal(key)
  return known !== null && issuedShape.test(known) ? known : undefined
}

export function forgetVisitor(): void {
  removeLocal(key)
}

let asking: Promise<FreeToday | undefined> | undefined

/**
 * Asks the server for this browser's id, where there is none yet, and for what is left of its day; undefined where the
 * server does not report it. Tabs that are opened together take turns, so that they get one id.
 */
export function askForVisitor(): Promise<FreeToday | undefined> {
  asking ??= inTurn(ask)
    .catch(() => undefined)
    .finally(() => (asking = undefined))
  return asking
}

/** Over plain http there are no locks; then the first stored id wins. */
function inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return task()
  return navigator.locks.request("nk-visitor", task)
}

async function ask(): Promise<FreeToday | undefined> {
  const before = readLocal(key)
  const response = await fetch(atServer("/api/visitor"), {
    method: "POST",
    headers: before !== null && sendableShape.test(before) ? { "X-Visitor": before } : {},
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) return undefined
  const reply = (await response.json()) as { readonly id?: unknown } | null
  const id = reply?.id
  if (typeof id !== "string" || !issuedShape.test(id)) return undefined
  const now = readLocal(key)
  // Another tab was first, or all was deleted meanwhile.
  if (now === before) writeLocal(key, id)
  return now === before ? readFreeToday(reply) : undefined
}

/** `{left, of}` in a reply; undefined where there is none. */
export function readFreeToday(json: unknown): FreeToday | undefined {
  const { left, of } = (json ?? {}) as { readonly left?: unknown; readonly of?: unknown }
  return isCount(left) && isCount(of) ? { left, of } : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
