import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Authorizer, mayBeServed, type Person, senderOf } from "../access/authorize.ts"
import type { Config } from "../config.ts"
import { bodyStream } from "../http/body-stream.ts"
import { refuse, whenGone } from "../http/context.ts"
import type { Reply } from "../http/reply.ts"
import { createRoutes, decodePart, type HttpContext, pathOf } from "../http/routes.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import type { EgressRules } from "../outbound/egress-guard.ts"
import { isBackupPath, isStorageKey, type StoragePlace, upstashPlace, webDavPlace } from "./endpoints.ts"
import { createRelayPlaces } from "./relay-places.ts"
import { fileTooLarge, largestBackup, relay, storageRefusal, targetOf } from "./relay.ts"

export interface SyncRoutesDeps {
  readonly authorizer: Pick<Authorizer, "personBeside">
  readonly config: Pick<Config, "sync"> & { readonly limits: Pick<Config["limits"], "freeDailyMessages"> }
  readonly limits: CallerLimits
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
  /** For tests: where an address that the operator has not named may lead. */
  readonly egress?: EgressRules
}

/** Requests of a person in a minute, and of an address, whoever calls from it: a large backup is many chunks. */
export const syncsPerMinute = { person: 300, address: 900 } as const

/** A request to somebody's storage, as it was checked. */
interface Asked {
  readonly place: StoragePlace
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * `/api/webdav/{path}?endpoint=` and `/api/upstash/{get,set}/{key}?endpoint=`: a person's own storage, reached from here because
 * a browser may not. `Authorization` is the storage's, so whoever asks says so in `X-Access-Code` or `X-Visitor`: nobody else is
 * served. Nothing that passes is kept or logged.
 */
export function createSyncRoutes({ authorizer, config, limits, steady, egress }: SyncRoutesDeps) {
  const routes = createRoutes()
  const persons = limits.rate("sync", syncsPerMinute.person)
  const addresses = limits.addressRate("sync-address", syncsPerMinute.address)
  const places = createRelayPlaces(steady)

  routes.get("/api/webdav/:path{.+}", (c) => answer(c, webDavRequest(c)))
  routes.put("/api/webdav/:path{.+}", (c) => answer(c, webDavRequest(c)))
  routes.get("/api/upstash/get/:key{.+}", (c) => answer(c, upstashRequest(c, "get")))
  routes.post("/api/upstash/set/:key{.+}", (c) => answer(c, upstashRequest(c, "set")))
  // Whatever else is asked for there is refused in the same words.
  routes.otherwise("/api/webdav/*", (c) => forbidden(restOf(c, "/api/webdav/")))
  routes.otherwise("/api/upstash/*", (c) => forbidden(restOf(c, "/api/upstash/")))
  return routes.all

  async function answer(c: HttpContext, asked: Result<Asked, Reply>): Promise<Reply> {
    if (isFromElsewhere(c)) return forbidden(pathOf(c.incoming.url ?? ""))
    if (!asked.ok) return asked.error
    const { place, method, headers } = asked.value
    const allowed = await personFor(c, place)
    if (!allowed.ok) return refuse(c, allowed.error)
    const gone = new AbortController()
    let isLetGo = false
    const letGo = () => {
      isLetGo = true
      gone.abort()
      if (c.outgoing.headersSent) c.outgoing.destroy()
    }
    const leave = places.take(allowed.value, { moved: movedBy(c), letGo })
    if (leave === undefined) return refuse(c, tooMuch)
    whenGone(c, () => {
      gone.abort()
      leave()
    })
    if (Number(c.incoming.headers["content-length"] ?? 0) > largestBackup) return fileTooLarge
    const target = await targetOf(place, egress)
    if (!target.ok) return invalidEndpoint
    const body = ["PUT", "POST"].includes(method) ? bodyStream(c, largestBackup, senderOf(allowed.value)) : undefined
    const asking = { method, headers: { ...headers, ...sizeOf(c, body) }, body, gone: gone.signal }
    const reply = await relay(target.value, asking)
    return isLetGo ? refuse(c, tooMuch) : reply
  }

  /** Who asks, if they may go there now: a code that is not frozen, or a visitor with an id of ours. */
  async function personFor(c: HttpContext, { by }: StoragePlace): Promise<Result<Person, Failure>> {
    const verdict = await addresses.check(c.address)
    if (!verdict.allowed) return err(tooOften(verdict.retryAfterMs))
    const found = await authorizer.personBeside(c.incoming)
    if (!found.ok) return found
    if (!mayBeServed(found.value, config.limits)) return err({ kind: "unauthorized" })
    if (by === "codes" && found.value.kind === "visitor") return err({ kind: "unauthorized" })
    const own = await persons.check(found.value.owner)
    return own.allowed ? found : err(tooOften(own.retryAfterMs))
  }

  function webDavRequest(c: HttpContext): Result<Asked, Reply> {
    const path = restOf(c, "/api/webdav/")
    const method = methodOf(c, c.url.searchParams.get("proxy_method"))
    if (!isBackupPath(method, path)) return err(forbidden(path))
    const place = webDavPlace(c.url.searchParams.get("endpoint") ?? "", path, config.sync)
    if (place === undefined) return err(invalidEndpoint)
    const conditions = passedOn(c, ["authorization", "if-match", "if-none-match", "range"])
    const type = method === "PUT" ? { "content-type": "application/json" } : {}
    return ok({ place, method, headers: { ...conditions, ...type } })
  }

  function upstashRequest(c: HttpContext, command: "get" | "set"): Result<Asked, Reply> {
    const path = restOf(c, "/api/upstash/")
    // The app before this one puts a slash behind the key.
    const key = decodePart(path.slice(`${command}/`.length).replace(/\/$/, ""))
    const method = command === "get" ? "GET" : "POST"
    if (c.incoming.method !== method || !isStorageKey(key)) return err(forbidden(path))
    const place = upstashPlace(c.url.searchParams.get("endpoint") ?? "", [command, key], config.sync)
    if (place === undefined) return err(invalidEndpoint)
    return ok({ place, method, headers: passedOn(c, ["authorization"]) })
  }
}

const invalidEndpoint = storageRefusal(400, "Invalid endpoint")
const tooMuch: Failure = { kind: "too-many-requests", retryAfterMs: 1_000 }

function forbidden(path: string): Reply {
  return storageRefusal(403, `you are not allowed to request ${path}`)
}

function tooOften(retryAfterMs: number): Failure {
  return { kind: "too-many-requests", retryAfterMs: Math.max(1_000, retryAfterMs) }
}

/** The page of another site asks: no reader of it has wished for that. */
function isFromElsewhere({ incoming, isFromOurPage }: HttpContext): boolean {
  return incoming.headers["sec-fetch-site"] !== undefined && !isFromOurPage
}

/** The bytes that go between a caller and this server from now on, both ways: requests of a connection are answered one by one. */
function movedBy({ incoming: { socket } }: HttpContext): () => number {
  const moved = () => socket.bytesRead + socket.bytesWritten
  const before = moved()
  return () => moved() - before
}

/** A path as it was sent, nothing decoded, behind the prefix. */
function restOf({ incoming }: HttpContext, prefix: string): string {
  return pathOf(incoming.url ?? "").slice(prefix.length)
}

/** MKCOL is asked for by a GET, as the app before this one does; any other method only as itself. Empty: none. */
function methodOf({ incoming }: HttpContext, proxyMethod: string | null): string {
  const { method = "" } = incoming
  if (proxyMethod === "MKCOL" && method === "GET") return "MKCOL"
  return [method, "", null].includes(proxyMethod) ? method : ""
}

function passedOn({ incoming }: HttpContext, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = incoming.headers[name]
      return typeof value === "string" ? [[name, value] as const] : []
    }),
  )
}

/** Its size, where it was announced: some servers refuse a file whose size they are not told. */
function sizeOf({ incoming }: HttpContext, body: unknown): Readonly<Record<string, string>> {
  const size = incoming.headers["transfer-encoding"] === undefined ? incoming.headers["content-length"] : undefined
  return body === undefined || size === undefined ? {} : { "content-length": size }
}
