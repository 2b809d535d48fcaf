import { keptMs, packHost, packRequestsPerMinute, packVisitorsPerMinute } from "#core/brazil/pack-hosts.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Authorizer, mayBeServed, type Person, senderOf } from "../access/authorize.ts"
import type { FreeQuota } from "../access/free-quota.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import type { Config } from "../config.ts"
import { frozen } from "../gateway/billing/money-short.ts"
import { hasBody } from "../http/arriving-body.ts"
import { failureOfBody, refuse, whenGone } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { readRaw } from "../http/read-body.ts"
import type { Reply } from "../http/reply.ts"
import { createRoutes, type Handled, type HttpContext } from "../http/routes.ts"
import { whenTaken } from "../http/when-taken.ts"
import { allOf, createAtOnce } from "../limits/at-once.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { checkEgress, type EgressRules, type EgressTarget } from "../outbound/egress-guard.ts"
import { leadsHere } from "../outbound/own-place.ts"
import { callPlugin, type PluginAnswer } from "./call-plugin.ts"
import { forwardedHeaders, hasPluginHeaders } from "./forwarded-headers.ts"
import { createReplyCache } from "./reply-cache.ts"

export interface PluginRoutesDeps {
  readonly authorizer: Pick<Authorizer, "authorize" | "person">
  readonly quota: Pick<FreeQuota, "takePluginCall" | "hasPluginCall">
  readonly config: Pick<Config, "publicUrl" | "supportUrl" | "plugins"> & {
    readonly limits: Pick<Config["limits"], "freeDailyMessages">
  }
  readonly limits: CallerLimits
  readonly log: Log
  /** The version that is told to the called servers. */
  readonly version: string
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
  /** Answers what is no plugin's call: the gateway, whose prefixes have a second name here. */
  readonly otherwise: (c: HttpContext) => Handled | Promise<Handled>
  /** For tests: where a stranger's address may lead, and how long is waited. */
  readonly egress?: EgressRules
  readonly waitMs?: number
}

const MiB = 1024 * 1024
/** Calls a person may make in a minute, and how many an address, whoever calls from it. */
export const callsPerMinute = { person: 30, address: 120 } as const
/** Calls under way, and the bytes of their replies until their readers have taken them. */
export const callsAtOnce = { perOwner: 4, perSubscriber: 16, perNetwork: 32, inAll: 128 } as const
export const callBytesAtOnce = {
  perOwner: 9 * MiB,
  perSubscriber: 18 * MiB,
  perNetwork: 32 * MiB,
  inAll: 64 * MiB,
} as const
/** The visitors' part of that room: the rest stays for callers with a code. */
export const callsOfVisitors = { calls: 80, bytes: 40 * MiB } as const
/** Whoever has not taken a reply by then is let go, in ms. */
export const longestTakingMs = 60_000
/** The longest body that goes to a plugin's server, in bytes. */
const longestBody = 256 * 1024
const path = "/api/proxy"
/** What is not there may be there soon: that is kept so long at most, in ms. */
const notFoundMs = 5 * 60_000
/** What goes along where the reply is kept for everybody: nothing that a caller has a say in. */
const sharedHeaders = { Accept: "*/*" } as const
/** Marks our own calls: one that comes back to us was sent in a circle. */
const loopMark = "x-prosa-plugin"

/** What a call takes of a person's share; false where there is no more. */
interface Room {
  /** A place among the calls under way. What lies in memory needs none. */
  readonly enter: () => boolean
  /** Room for so many bytes of a reply. */
  readonly take: (bytes: number) => boolean
}

/**
 * `/api/proxy/<path>` with `X-Plugin-Call: 1` and `X-Base-URL`: a plugin's call, made here because a browser may not call
 * other servers from our page. For a person, in every limit; to public addresses only; nothing of ours goes along, and no
 * reply can do anything in a browser.
 */
export function createPluginRoutes(deps: PluginRoutesDeps) {
  const { authorizer, quota, config, limits, log, version, steady, egress } = deps
  const routes = createRoutes()
  const persons = limits.rate("plugin", callsPerMinute.person)
  const addresses = limits.addressRate("plugin-address", callsPerMinute.address)
  const hosts = limits.rate("plugin-host", packRequestsPerMinute)
  const visitorsAtHosts = limits.rate("plugin-host-visitors", packVisitorsPerMinute.all)
  const placesAtHosts = [
    limits.rate("plugin-host-address", packVisitorsPerMinute.address),
    limits.rate("plugin-host-network", packVisitorsPerMinute.network),
  ]
  const ofAll = { places: createAtOnce(callsAtOnce), bytes: createAtOnce(callBytesAtOnce) }
  const ofVisitors = {
    places: allOf(ofAll.places, createAtOnce({ ...callsAtOnce, inAll: callsOfVisitors.calls })),
    bytes: allOf(ofAll.bytes, createAtOnce({ ...callBytesAtOnce, inAll: callsOfVisitors.bytes })),
  }
  const cache = createReplyCache(steady)

  routes.any(`${path}/*`, async (c) => {
    if (c.incoming.headers["x-plugin-call"] !== "1") return deps.otherwise(c)
    const found = await personOf(c)
    if (!found.ok) return refuse(c, found.error)
    const person = found.value
    const slow = await tooOften(person)
    if (slow !== undefined) return refuse(c, slow)
    const gone = new AbortController()
    whenGone(c, () => gone.abort())
    const { places, bytes } = person.kind === "visitor" ? ofVisitors : ofAll
    const given: (() => void)[] = []
    const keep = (give: (() => void) | undefined) => {
      if (give) given.push(give)
      return give !== undefined
    }
    try {
      const answer = await call(c, person, gone.signal, {
        enter: () => keep(places.take(person)),
        take: (more) => keep(bytes.take(person, more)),
      })
      return answer.ok ? replyOf(answer.value) : refuse(c, answer.error)
    } finally {
      whenTaken(c.outgoing, longestTakingMs, () => given.forEach((give) => give()))
    }
  })

  return routes.all

  /** Who calls. `?key=` is the plugin's, so the address is not looked at; only our own page may send anybody here. */
  async function personOf(c: HttpContext): Promise<Result<Person, Failure>> {
    if (!config.plugins.isOn) return err({ kind: "refused", reason: "plugins-off" })
    if (!c.isFromOurPage) return err(badAddress)
    const who = await callerAndPerson(authorizer, { ...pick(c), url: new URL("http://localhost/") })
    if (!who.ok) return who
    const { person } = who.value
    if (!mayBeServed(person, config.limits)) return err({ kind: "unauthorized" })
    if (person.kind === "code" && person.code.frozen) return err(frozen(config))
    return ok(person)
  }

  async function call(
    c: HttpContext,
    person: Person,
    signal: AbortSignal,
    { enter, take }: Room,
  ): Promise<Result<PluginAnswer, Failure>> {
    const method = c.incoming.method ?? "GET"
    const isPublic = method === "GET" && !hasBody(c.incoming) && !hasPluginHeaders(c.incoming)
    // Only what may be kept for everybody can do without a place; a body is not read before there is one.
    if (!isPublic && !enter()) return err(tooMuch)
    const body = await readRaw(c, longestBody, senderOf(person))
    if (!body.ok) return err(failureOfBody(body.error))
    const base = c.incoming.headers["x-base-url"]
    if (typeof base !== "string" || !URL.canParse(base) || c.incoming.headers[loopMark] !== undefined)
      return err(badAddress)
    const { href, host, hostname, pathname } = new URL(base)
    const rest = (c.incoming.url ?? "").slice(path.length)
    const keepFor = isPublic ? keptMs(hostname, pathname.replace(/\/$/, "") + rest) : 0
    const key = `${href} ${rest}`
    // Only what was allowed is kept, and a known reply waits for no name server.
    const kept = keepFor > 0 ? cache.get(key) : undefined
    if (kept !== undefined) return ok(kept)
    if (isPublic && !enter()) return err(tooMuch)
    const target = await targetAt(c, base)
    // Where a service of the pack is, is nobody's secret: its name does not resolve, and that is all.
    const isAway = packHost(hostname) !== undefined && isAllowedHost(config.plugins.hosts, hostname)
    if (target === undefined) return err(isAway ? away : badAddress)

    if (packHost(hostname) !== undefined) {
      // A visitor whose calls of the day are used up takes no place in a service's minute from others.
      if (person.kind === "visitor" && !(await quota.hasPluginCall(person))) return err(usedUp)
      // A caller who is told to come back in a minute has lost no call of the day.
      const busy = await busyHost(hostname, person)
      if (busy) return err(busy)
    }
    if (person.kind === "visitor" && !(await quota.takePluginCall(person))) return err(usedUp)
    const began = steady()
    const own = keepFor > 0 ? sharedHeaders : forwardedHeaders(c.incoming)
    const headers = { ...own, "User-Agent": `Prosa/${version}`, [loopMark]: "1" }
    const wait = deps.waitMs === undefined ? {} : { waitMs: deps.waitMs }
    const answer = await callPlugin(
      target,
      { method, path: rest, headers, body: body.value },
      { signal, take, ...wait },
    )
    log.info("plugin-call", {
      host,
      status: answer.ok ? answer.value.status : undefined,
      bytes: answer.ok ? answer.value.bytes.length : 0,
      ms: Math.round(steady() - began),
    })
    if (answer.ok && answer.value.status === 200) cache.put(key, answer.value, keepFor)
    if (answer.ok && answer.value.status === 404) cache.put(key, answer.value, Math.min(keepFor, notFoundMs))
    return answer
  }

  /** Where a call goes, if it may: over https, to a public address that is not ours, and that the operator allows. */
  async function targetAt({ incoming }: HttpContext, base: string): Promise<EgressTarget | undefined> {
    const target = await checkEgress(base, { ports: ["", "443"], schemes: ["https:"], ...egress })
    if (!target.ok) return undefined
    const { url } = target.value
    if (url.search !== "" || url.hash !== "" || !isAllowedHost(config.plugins.hosts, url.hostname)) return undefined
    return leadsHere(target.value, { publicUrl: config.publicUrl, incoming }) ? undefined : target.value
  }

  /** A service of the pack that is asked too often: by this visitor's address, by all visitors, or by everybody. */
  async function busyHost(host: string, person: Person): Promise<Failure | undefined> {
    const steps = person.kind === "visitor" ? addressSteps(person.address) : []
    const counted = [
      ...steps.map((step, at) => [placesAtHosts[at], `${host} ${step}`] as const),
      ...(person.kind === "visitor" ? ([[visitorsAtHosts, host]] as const) : []),
      [hosts, host] as const,
    ]
    for (const [limit, name] of counted) {
      // oxlint-disable-next-line no-await-in-loop -- who is refused by the narrower one takes nothing of the wider one
      const verdict = await limit?.check(name)
      if (verdict?.allowed === false) {
        return { kind: "too-many-requests", of: "plugin-calls", retryAfterMs: verdict.retryAfterMs }
      }
    }
    return undefined
  }

  async function tooOften({ owner, address }: Person): Promise<Failure | undefined> {
    const verdicts = await Promise.all([persons.check(owner), addresses.check(address)])
    if (verdicts.every(({ allowed }) => allowed)) return undefined
    const retryAfterMs = Math.max(1_000, ...verdicts.map((verdict) => verdict.retryAfterMs))
    return { kind: "too-many-requests", of: "plugin-calls", retryAfterMs }
  }
}

/** One reason for every address, so that nobody can feel their way through a network that is not theirs. */
const badAddress: Failure = { kind: "refused", reason: "bad-plugin-address" }
const away: Failure = { kind: "refused", reason: "service-away" }
const usedUp: Failure = { kind: "free-limit-reached", of: "plugin-calls", availableModels: [] }
const tooMuch: Failure = { kind: "too-many-requests", of: "plugin-calls", retryAfterMs: 1_000 }

function pick({ incoming, outgoing }: HttpContext): Pick<HttpContext, "incoming" | "outgoing"> {
  return { incoming, outgoing }
}

/** Whether the operator's list has a host: by its name, or by the end of it (`.gov.br`). An empty list has all. */
export function isAllowedHost(hosts: readonly string[], hostname: string): boolean {
  if (hosts.length === 0) return true
  return hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host))
}

/**
 * A reply as it is passed on. Opened in a browser it is a download in a box: no page of a stranger's runs under our
 * address. `X-Upstream-Status` marks what is not ours to say.
 */
function replyOf({ status, type, bytes, isCut }: PluginAnswer): Reply {
  const isJson = /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)
  const isText = /^(text\/|application\/([\w.+-]+\+)?xml\s*(;|$)|application\/x-www-form-urlencoded)/i.test(type)
  const charset = /;\s*charset="?([\w-]{1,40})"?/i.exec(type)?.[1] ?? "utf-8"
  const named = isJson ? "application/json" : isText ? "text/plain" : "application/octet-stream"
  const isEmpty = status === 204 || status === 304
  return {
    // A status without a body, or of the protocol's own, is told in the header.
    status: status < 200 || isEmpty ? 200 : status,
    headers: {
      "content-type": named === "application/octet-stream" ? named : `${named}; charset=${charset}`,
      "content-disposition": 'attachment; filename="resposta"',
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-upstream-status": String(status),
      "x-upstream-type": /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(type)?.[0] ?? "",
      ...(isCut ? { "x-upstream-cut": "1" } : {}),
    },
    body: bytes,
  }
}
