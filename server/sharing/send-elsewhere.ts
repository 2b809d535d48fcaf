import { isObject } from "#core/lib/fields.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { readText } from "../outbound/bounded-reads.ts"
import type { ShareBody } from "./shared-conversation.ts"

/** How long the service may take, in ms, and how much it may answer, in bytes. */
const patienceMs = 15_000
const longestReply = 64 * 1024

/** A conversation that another service keeps. */
export interface KeptElsewhere {
  readonly id: string
  readonly url: string
}

/**
 * Gives a conversation to the operator's sharing service, in the ancestor's shape: `{avatarUrl, items}` for `{id}`. The link is
 * what it answers as `url`, else its own address with the id. An error is for the log.
 */
export async function sendElsewhere(
  address: string,
  { avatarUrl, items }: ShareBody,
): Promise<Result<KeptElsewhere, string>> {
  try {
    const reply = await fetch(address, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ avatarUrl: avatarUrl ?? "", items }),
    })
    const text = reply.body === null ? "" : await readText(reply.body, longestReply + 1)
    if (!reply.ok) return err(`the sharing service answered ${reply.status}`)
    if (Buffer.byteLength(text) > longestReply) return err("the sharing service answered with more than 64 KiB")
    const json: unknown = JSON.parse(text)
    const id = isObject(json) ? json["id"] : undefined
    if (typeof id !== "string" || !/^[\w-]{1,200}$/.test(id)) return err("the sharing service answered without an id")
    const told = isObject(json) ? json["url"] : undefined
    const isLink = typeof told === "string" && /^https?:\/\//.test(told)
    return ok({ id, url: isLink ? told : new URL(`/${id}`, address).href })
  } catch (error) {
    return err(`the sharing service could not be asked: ${String(error)}`)
  }
}
