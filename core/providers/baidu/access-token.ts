import type { Failure } from "../../gateway/failure.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import type { HttpShape } from "../adapter.ts"
import { numberOf, objectOf, parseJson, textOf } from "../../lib/fields.ts"
import { type AccessToken, type ByToken, wordsOfPair } from "../authorization.ts"
import { baiduAdapter } from "./adapter.ts"

/** The request for a token, with client credentials. Only the server makes it, because the secret is in the address. */
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

/** A call to Wenxin is proved by a token in its address, which lives for a month or so. */
export const byAccessToken: ByToken = {
  by: "token",
  tokenRequest: (key) => tokenShape(...wordsOfPair(key)),
  readToken,
  pathWith: (path, token) => `${path}${path.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}`,
  isRefused: tokenRefused,
}
