import type { Failure } from "../../gateway/failure.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { bearer } from "../http-shape.ts"
import { type JsonObject, objectOf, parseJson } from "../../lib/fields.ts"
import { decodeFailure, failureIn } from "./decode-failure.ts"

/** A day of a calendar, wherever its user is; months from 1. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Requests the usage of a month, from its first day to tomorrow. */
export function encodeUsed(today: Day, credentials: Credentials): HttpShape {
  const first = dateOf({ ...today, day: 1 })
  const tomorrow = dateOf({ ...today, day: today.day + 1 })
  return asking(`/dashboard/billing/usage?start_date=${first}&end_date=${tomorrow}`, credentials)
}

/** Requests the limit. */
export function encodeSubscription(credentials: Credentials): HttpShape {
  return asking("/dashboard/billing/subscription", credentials)
}

/** The amount used, in dollars: the reply is in cents, with fractions, which are rounded first. */
export function decodeUsed(status: number, body: string): Result<number | undefined, Failure> {
  return read(status, body, ({ total_usage: cents }) => (isAmount(cents) ? Math.round(cents) / 100 : undefined))
}

/** The limit of the subscription, in dollars to the cent. */
export function decodeSubscription(status: number, body: string): Result<number | undefined, Failure> {
  return read(status, body, ({ hard_limit_usd: limit }) =>
    isAmount(limit) ? Math.round(limit * 100) / 100 : undefined,
  )
}

function asking(path: string, { apiKey }: Credentials): HttpShape {
  return { method: "GET", path, headers: { accept: "application/json", ...bearer(apiKey) } }
}

/** Without the key's permission the answer is 401; some relays answer 200 with an error inside. */
function read(
  status: number,
  body: string,
  amountIn: (reply: JsonObject) => number | undefined,
): Result<number | undefined, Failure> {
  if (status === 401) return err({ kind: "unauthorized" })
  const reply = objectOf(parseJson(body))
  if (status !== 200 || !reply) return err(decodeFailure(status, body))
  const failure = failureIn(reply)
  return failure ? err(failure) : ok(amountIn(reply))
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value)
}

/** `YYYY-MM-DD`; a day beyond the month's end is one of the next. */
function dateOf({ year, month, day }: Day): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
