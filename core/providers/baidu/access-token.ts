import type { Failure } from "../../gateway/failure.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { HttpShape } from "../adapter.ts"
import { numberOf, objectOf, parseJson, textOf } from "../json.ts"
import { baiduAdapter } from "./adapter.ts"

/** What proves a call to Wenxin, for a month or so. */
export interface AccessToken {
  readonly token: string
  /** When to fetch a new one, a while before the old one expires; epoch ms. */
  readonly freshUntil: number
}

/** How the token is asked for, with client credentials. From the server only: the secret stands in the address. */
export function tokenShape(apiKey: string, secretKey: string): HttpShape {
  const query = new Map([
    ["grant_type", "client_credentials"],
    ["client_id", apiKey],
    ["client_secret", secretKey],
  ])
  const path = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")
  return { method: "POST", path: `/oauth/2.0/token?${path}`, headers: { accept: "application/json" } }
}

/** The token out of the answer to `tokenShape`. `now`: when it was asked for, in epoch ms. */
export function readToken(status: number, body: string, now: number): Result<AccessToken, Failure> {
  const json = objectOf(parseJson(body))
  const token = textOf(json?.["access_token"])
  if (status !== 200 || token === undefined) return err(baiduAdapter.decodeFailure(status, body))
  const seconds = numberOf(json?.["expires_in"])
  const livesMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : shortLifeMs
  return ok({ token, freshUntil: now + livesMs - Math.min(earlyMs, livesMs / 2) })
}

/** Of a token that does not say how long it lives. */
const shortLifeMs = 600_000
const earlyMs = 300_000

/** Whether an answer means that the token must be dropped and fetched anew. */
export function tokenRefused(failure: Failure): boolean {
  return failure.kind === "upstream" && (failure.code === "110" || failure.code === "111")
}
