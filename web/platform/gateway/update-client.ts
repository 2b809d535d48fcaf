import { fieldsOf, parseJson, readChoice, readText } from "#core/lib/fields.ts"
import { readWebAddress } from "#core/update/update-state.ts"
import { sayUpdateTrouble, type UpdateTrouble } from "#core/update/update-trouble.ts"
import type { VersionType } from "#core/update/version-check.ts"
import type { OwnCall } from "#core/access/own-access.ts"
import { decodeSubscription, decodeUsed, encodeSubscription, encodeUsed } from "#core/providers/openai/billing.ts"
import { prefixOf } from "#core/providers/registry.ts"
import type { HttpShape } from "#core/providers/adapter.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { chapterTexts, loadChapters } from "../language/texts.ts"
import { atServer } from "./server-address.ts"

/** The server's reply about versions. */
export interface VersionReply {
  readonly version: string
  readonly versionType: VersionType
  /** The newest there is; empty where nothing is compared. */
  readonly remoteVersion: string
  /** The address of the newer version; empty where that is not known. */
  readonly link: string
}

const patienceMs = 30_000

/** `GET /api/update`. The error is a sentence: the server's, or ours for what stands before it; empty where nobody answered. */
export async function fetchVersion(language: string): Promise<Result<VersionReply, string>> {
  try {
    const reply = await fetch(atServer("/api/update"), {
      headers: { Accept: "application/json", "Accept-Language": language },
      signal: AbortSignal.timeout(patienceMs),
    })
    const body = parseJson(await reply.text())
    const json = fieldsOf(body)
    if (!reply.ok) {
      return err(readText(json["error"], "") || (await say({ kind: "status", status: reply.status })))
    }
    if (body === undefined) {
      const contentType = reply.headers.get("content-type") ?? ""
      return err(await say({ kind: "not-json", contentType }))
    }
    return ok({
      version: readText(json["version"], "", 60),
      versionType: readChoice(json["versionType"], ["tag", "date"], "tag"),
      remoteVersion: readText(json["remoteVersion"], "", 60),
      link: readWebAddress(json["link"]),
    })
  } catch {
    return err("")
  }
}

async function say(trouble: UpdateTrouble): Promise<string> {
  await loadChapters("update")
  return sayUpdateTrouble(trouble, { update: chapterTexts("update") })
}

/** A key's usage of the month and its limit, in dollars; undefined where the provider does not report them. */
export interface Billing {
  readonly used: number | undefined
  readonly subscription: number | undefined
}

/** Requests the bill of OpenAI's account through the gateway. A failure `unauthorized` means no access. */
export async function fetchBilling(
  headers: Readonly<Record<string, string>>,
  own: OwnCall | undefined,
  today: Date,
): Promise<Result<Billing, Failure>> {
  const day = { year: today.getFullYear(), month: today.getMonth() + 1, day: today.getDate() }
  const elsewhere = own?.credentials.baseUrl
  const all = elsewhere === undefined ? headers : { ...headers, "X-Base-URL": elsewhere }
  const ask = async ({ path }: HttpShape): Promise<readonly [number, string]> => {
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await fetch(atServer(prefixOf("openai") + path), {
      headers: { Accept: "application/json", ...all },
      signal,
    })
    return [reply.status, await reply.text()]
  }
  try {
    const [used, subscription] = await Promise.all([ask(encodeUsed(day, {})), ask(encodeSubscription({}))])
    const [usage, limit] = [decodeUsed(...used), decodeSubscription(...subscription)]
    if (!usage.ok) return usage
    if (!limit.ok) return limit
    return ok({ used: usage.value, subscription: limit.value })
  } catch {
    return err({ kind: "network" })
  }
}
