import { createHash, randomBytes } from "node:crypto"
import { encodeHead, noBatch } from "#core/vault/envelope.ts"

/** 16 random bytes as base64url. */
export const rawId = (): string => randomBytes(16).toString("base64url")

/** A device that speaks to a vault by hand: what it seals is noise, which is all that a server ever sees. */
export interface RawVault {
  readonly id: string
  readonly token: string
  /** A request below `/api/vault/{id}`. */
  ask(path: string, init?: RequestInit & { readonly server?: string }): Promise<RawReply>
  make(headers: Readonly<Record<string, string>>): Promise<RawReply>
  post(batch: Uint8Array, server?: string): Promise<RawReply>
  log(after: number, server?: string): Promise<RawReply>
}

export interface RawReply {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

export function rawVault(url: string, id = rawId(), token = randomBytes(32).toString("base64url")): RawVault {
  async function ask(
    path: string,
    { server = url, headers, ...init }: RequestInit & { readonly server?: string } = {},
  ) {
    const reply = await fetch(`${server}/api/vault/${id}${path}`, {
      ...init,
      headers: { "x-vault-token": token, ...(headers as Record<string, string> | undefined) },
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true
    return {
      status: reply.status,
      bytes,
      json: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {},
    }
  }
  return {
    id,
    token,
    ask,
    make: (headers) =>
      ask("", {
        method: "PUT",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ token }),
      }),
    post: (batch, server) =>
      ask("/log", { method: "POST", body: new Uint8Array(batch), ...(server === undefined ? {} : { server }) }),
    log: (after, server) => ask(`/log?after=${after}`, server === undefined ? {} : { server }),
  }
}

/** The batches of one chain, one after the other. */
export function rawWriter(bytes = 1_000) {
  const writer = rawId()
  let number = 0
  let previous = noBatch
  return {
    writer,
    next(size = bytes): Buffer {
      const batch = Buffer.concat([
        encodeHead({ batch: rawId(), writer, number, previous }),
        randomBytes(Math.max(29, size - 69)),
      ])
      number += 1
      previous = createHash("sha256").update(batch).digest("base64url")
      return batch
    },
  }
}
