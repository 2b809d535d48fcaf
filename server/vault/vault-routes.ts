import * as v from "valibot"
import type { Failure } from "#core/gateway/failure.ts"
import type { RefusalReason } from "#core/gateway/refusal.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { isVaultHash, isVaultId, longestBatch, longestBlob, shortestSealed } from "#core/vault/envelope.ts"
import { type Authorizer, isKnown, type Person, senderOf } from "../access/authorize.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import type { Config } from "../config.ts"
import { frozen } from "../gateway/billing/money-short.ts"
import type { BodySender } from "../http/body-room.ts"
import { noRoomToRead, type ReadingRoom } from "../http/reading-room.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { presentFailure } from "../http/present-failure.ts"
import { readJson, readRaw } from "../http/read-body.ts"
import { emptyReply, jsonReply, noStore, type Reply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { mostBlobs } from "./vault-quota.ts"
import type { Vault, Vaults } from "./vaults.ts"

export interface VaultRoutesDeps {
  readonly authorizer: Pick<Authorizer, "authorize" | "person">
  readonly vaults: Vaults
  readonly config: Pick<Config, "supportUrl">
  readonly limits: CallerLimits
  readonly readingRoom: ReadingRoom
  readonly log: Log
}

/** Requests in a minute: of an address, of one vault from all its devices; and to make a vault, or to pair, of an address. */
export const vaultPerMinute = { address: 900, vault: 600, make: 10, pair: 30 } as const
/** Parts of a snapshot. */
const mostParts = 1_000

/** A vault is in use where its log is read or written; whoever only looks at it does not keep it. */
const use = { isUse: true } as const
const noUse = { isUse: false } as const

const id = v.custom<string>(isVaultId)
const pictureName = v.custom<string>(isVaultHash)
const creation = v.object({ token: v.custom<string>(isVaultHash) })
const sealing = v.object({
  id,
  parts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostParts)),
  keep: v.optional(v.pipe(v.array(pictureName), v.maxLength(mostBlobs))),
})
const nameList = v.object({ names: v.pipe(v.array(pictureName), v.maxLength(mostBlobs)) })
/** The secret as it is sealed for the other device: 16 bytes, a nonce and a seal. */
const offered = v.object({ id, vault: id, sealed: v.pipe(v.string(), v.regex(/^[\w-]{40,200}$/)) })

/**
 * `/api/vault/…`: what people's devices share, sealed before it comes. Whoever has a vault's token may do everything with it;
 * making one takes a code or a visitor's id, whose quota it has. A vault that does not exist and a token that is wrong are the
 * same 404.
 */
export function createVaultRoutes(deps: VaultRoutesDeps) {
  const { authorizer, vaults, config, limits, readingRoom, log } = deps
  const routes = createRoutes()
  const addresses = limits.addressRate("vault-address", vaultPerMinute.address)
  const each = limits.rate("vault", vaultPerMinute.vault)
  const making = limits.addressRate("vault-make", vaultPerMinute.make)
  const pairing = limits.addressRate("vault-pair", vaultPerMinute.pair)

  routes.post("/api/vault/pair", async (c) => {
    const tooMany = await tooOften(pairing, c.address)
    if (tooMany) return refuse(c, tooMany)
    const body = await json(c, offered, 4_096, c)
    if (!body.ok) return refuse(c, body.error)
    const vault = await vaultOf(c, body.value.vault)
    if (!vault.ok) return refuse(c, vault.error)
    const isNew = await vaults.offer(vault.value, body.value.id, body.value.sealed)
    return isNew ? emptyReply : refuse(c, refusal("bad-vault-request", "id"))
  })
  routes.post("/api/vault/pair/:id", async (c) => {
    const tooMany = await tooOften(pairing, c.address)
    if (tooMany) return refuse(c, tooMany)
    const offer = isVaultId(c.param("id")) ? await vaults.takeOffer(c.param("id")) : undefined
    if (offer === undefined) return refuse(c, refusal("no-such-vault"))
    return offer === "over" ? refuse(c, refusal("pairing-over")) : jsonReply({ sealed: offer.data })
  })

  routes.put("/api/vault/:id", async (c) => {
    const tooMany = await tooOften(making, c.address)
    if (tooMany) return refuse(c, tooMany)
    if (!isVaultId(c.param("id"))) return refuse(c, refusal("bad-vault-request", "id"))
    const found = await maker(c)
    if (!found.ok) return refuse(c, found.error)
    const body = await json(c, creation, 4_096, senderOf(found.value))
    if (!body.ok) return refuse(c, body.error)
    const made = await vaults.create(found.value, c.param("id"), body.value.token)
    return made.ok ? presentFacts(made.value) : refuse(c, refusal(made.error))
  })
  routes.get("/api/vault/:id", (c) => within(c, presentFacts))
  routes.delete("/api/vault/:id", (c) =>
    within(c, async (vault) => {
      await vaults.remove(vault)
      return emptyReply
    }),
  )

  routes.post("/api/vault/:id/log", (c) =>
    within(
      c,
      async (vault) => {
        const bytes = await readRaw(c, longestBatch, senderFor(c, vault))
        if (!bytes.ok) return refuse(c, failureOfBody(bytes.error))
        const appended = await vaults.append(vault, bytes.value)
        if (appended.ok) return jsonReply(appended.value)
        const { reason, ...standing } = appended.error
        const { status, json: body } = presentFailure(refusal(reason), textsFor(c.incoming.headers["accept-language"]))
        return jsonReply({ ...body, ...standing }, { status })
      },
      use,
    ),
  )
  routes.get("/api/vault/:id/log", (c) =>
    within(
      c,
      async (vault) => {
        const after = wholeNumber(c.url.searchParams.get("after") ?? "0")
        if (after === undefined) return refuse(c, refusal("bad-vault-request", "after"))
        const found = await vaults.log(vault, after, roomFor(c, vault))
        return found === "no-room" ? refuse(c, noRoomToRead) : jsonReply(found)
      },
      use,
    ),
  )

  routes.put("/api/vault/:id/snapshot", (c) =>
    within(c, async (vault) => {
      const upto = wholeNumber(c.url.searchParams.get("upto"))
      if (upto === undefined) return refuse(c, refusal("bad-vault-request", "upto"))
      const body = await json(c, sealing, longestBatch, senderFor(c, vault))
      if (!body.ok) return refuse(c, body.error)
      const refused = await vaults.seal(vault, { ...body.value, upto })
      return refused === undefined ? presentFacts(vault) : refuse(c, refusal(refused))
    }),
  )
  routes.put("/api/vault/:id/snapshot/:snapshot/:part", (c) =>
    within(c, async (vault) => {
      const part = wholeNumber(c.param("part"))
      if (!isVaultId(c.param("snapshot")) || part === undefined || part >= mostParts) {
        return refuse(c, refusal("bad-vault-request", "part"))
      }
      const bytes = await readRaw(c, longestBatch, senderFor(c, vault))
      if (!bytes.ok) return refuse(c, failureOfBody(bytes.error))
      if (bytes.value.length < shortestSealed) return refuse(c, refusal("bad-vault-request", "body"))
      const refused = await vaults.putPart(vault, c.param("snapshot"), part, bytes.value)
      return refused === undefined ? emptyReply : refuse(c, refusal(refused))
    }),
  )
  routes.get("/api/vault/:id/snapshot/:snapshot/:part", (c) =>
    within(c, async (vault) => {
      const part = wholeNumber(c.param("part"))
      const bytes =
        part === undefined ? undefined : await vaults.part(vault, c.param("snapshot"), part, roomFor(c, vault))
      if (bytes === "no-room") return refuse(c, noRoomToRead)
      return bytes === undefined ? refuse(c, refusal("no-such-vault")) : sealedReply(bytes)
    }),
  )

  routes.post("/api/vault/:id/blobs", (c) =>
    within(c, async (vault) => {
      const body = await json(c, nameList, longestBatch, senderFor(c, vault))
      if (!body.ok) return refuse(c, body.error)
      return jsonReply({ names: await vaults.hasBlobs(vault, body.value.names) })
    }),
  )
  routes.put("/api/vault/:id/blob/:name", (c) =>
    within(c, async (vault) => {
      if (!isVaultHash(c.param("name"))) return refuse(c, refusal("bad-vault-request", "name"))
      const bytes = await readRaw(c, longestBlob, senderFor(c, vault))
      if (!bytes.ok) return refuse(c, failureOfBody(bytes.error))
      if (bytes.value.length < shortestSealed) return refuse(c, refusal("bad-vault-request", "body"))
      const refused = await reached(() => vaults.putBlob(vault, c.param("name"), bytes.value))
      if (!refused.ok) return refuse(c, refused.error)
      return refused.value === undefined ? emptyReply : refuse(c, refusal(refused.value))
    }),
  )
  routes.get("/api/vault/:id/blob/:name", (c) =>
    within(c, async (vault) => {
      const found = await reached(() => vaults.blob(vault, c.param("name"), roomFor(c, vault)))
      if (!found.ok) return refuse(c, found.error)
      if (found.value === "no-room") return refuse(c, noRoomToRead)
      return found.value === undefined ? refuse(c, refusal("no-such-vault")) : sealedReply(found.value)
    }),
  )

  return routes.all

  function roomFor(c: HttpContext, vault: Vault): (bytes: number) => boolean {
    return (bytes) => readingRoom.enter(senderFor(c, vault), c.outgoing, bytes)
  }

  /** Answers for the vault of a path, to whoever has its token. */
  async function within(
    c: HttpContext,
    handle: (vault: Vault) => Promise<Reply>,
    purpose: { readonly isUse: boolean } = noUse,
  ): Promise<Reply> {
    const vault = await vaultOf(c, c.param("id"), purpose)
    return vault.ok ? handle(vault.value) : refuse(c, vault.error)
  }

  async function vaultOf(
    c: HttpContext,
    name: string,
    { isUse }: { readonly isUse: boolean } = noUse,
  ): Promise<Result<Vault, Failure>> {
    const tooMany = await tooOften(addresses, c.address)
    if (tooMany) return err(tooMany)
    const token = c.incoming.headers["x-vault-token"]
    const vault = isVaultId(name) && isVaultHash(token) ? await vaults.open(name, token) : undefined
    if (vault === undefined) return err(refusal("no-such-vault"))
    const much = await tooOften(each, vault.id)
    if (much) return err(much)
    const device = c.incoming.headers["x-vault-device"]
    await vaults.touch(vault, { device: isVaultId(device) ? device : undefined, isUse })
    return ok(vault)
  }

  /** Who makes a vault: a code that is not frozen, or a visitor with an id of ours. */
  async function maker(c: HttpContext): Promise<Result<Person, Failure>> {
    const found = await callerAndPerson(authorizer, c)
    if (!found.ok) return found
    const { person } = found.value
    if (!isKnown(person)) return err({ kind: "unauthorized" })
    return person.kind === "code" && person.code.frozen ? err(frozen(config)) : ok(person)
  }

  async function presentFacts(vault: Vault): Promise<Reply> {
    return jsonReply(await vaults.facts(vault))
  }

  /** The file store may be away. */
  async function reached<T>(use: () => Promise<T>): Promise<Result<T, Failure>> {
    try {
      return ok(await use())
    } catch (error) {
      log.error("vault", { error: String(error) })
      return err({ kind: "refused", reason: "vault-unavailable", retryAfterMs: 5_000 })
    }
  }
}

async function tooOften(
  rate: ReturnType<CallerLimits["rate"]>,
  name: string,
): Promise<(Failure & { readonly kind: "too-many-requests" }) | undefined> {
  const { allowed, retryAfterMs } = await rate.check(name)
  return allowed ? undefined : { kind: "too-many-requests", retryAfterMs: Math.max(1_000, retryAfterMs) }
}

async function json<Body>(
  c: HttpContext,
  schema: v.GenericSchema<unknown, Body>,
  limitBytes: number,
  sender: BodySender,
): Promise<Result<Body, Failure>> {
  const read = await readJson(c, limitBytes, sender)
  if (!read.ok) return err(failureOfBody(read.error))
  const parsed = v.safeParse(schema, read.value)
  return parsed.success
    ? ok(parsed.output)
    : err(refusal("bad-vault-request", v.getDotPath(parsed.issues[0]) ?? "body"))
}

/** Bytes that only the vault's owner can read. Opened in a browser they are a download in a box. */
function sealedReply(bytes: Uint8Array): Reply {
  return {
    status: 200,
    headers: {
      ...noStore,
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="sealed"',
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
    body: bytes,
  }
}

function refusal(reason: RefusalReason, param?: string): Failure {
  return { kind: "refused", reason, ...(param === undefined ? {} : { param }) }
}

/** A whole number as it is written in an address; undefined for any other text. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function senderFor(c: HttpContext, { owner, tier }: Vault): BodySender {
  return tier === "visitor" ? c : { owner }
}
