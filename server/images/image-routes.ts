import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { allOf, createAtOnce } from "../limits/at-once.ts"
import { type Authorizer, mayBeServed, type Person } from "../access/authorize.ts"
import type { FreeQuota } from "../access/free-quota.ts"
import type { Config } from "../config.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import { frozen } from "../gateway/billing/money-short.ts"
import { refuse } from "../http/context.ts"
import { checkEgress, type EgressRules } from "../outbound/egress-guard.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { whenTaken } from "../http/when-taken.ts"
import { fetchImage } from "./fetch-image.ts"
import { leadsHere } from "../outbound/own-place.ts"

export interface ImageRoutesDeps {
  readonly authorizer: Pick<Authorizer, "authorize" | "person">
  readonly quota: Pick<FreeQuota, "left">
  readonly config: Pick<Config, "publicUrl" | "supportUrl"> & {
    readonly limits: Pick<Config["limits"], "freeDailyMessages">
  }
  readonly limits: CallerLimits
  /** For tests: where a stranger's address may lead. */
  readonly egress?: EgressRules
}

const MiB = 1024 * 1024
/** Pictures a person may ask for in a minute, and how many an address, whoever calls from it. */
export const picturesPerMinute = { person: 60, address: 240 } as const
/** Pictures under way. */
export const picturesAtOnce = { perOwner: 6, perSubscriber: 24, perNetwork: 48, inAll: 256 } as const
/** Their bytes, from when they arrive until their reader has taken them. */
export const pictureBytesAtOnce = {
  perOwner: 20 * MiB,
  perSubscriber: 30 * MiB,
  perNetwork: 48 * MiB,
  inAll: 64 * MiB,
} as const
/** The visitors' part of that room: the rest stays for callers with a code. */
export const picturesOfVisitors = { pictures: 160, bytes: 40 * MiB } as const
/** Whoever has not taken a picture by then is let go, in ms. */
export const longestTakingMs = 60_000

/**
 * `GET /api/image?url=`: a picture of an answer, fetched here so that its host never sees who reads. For a person, in every
 * limit: an own key is none.
 */
export function createImageRoutes({ authorizer, quota, config, limits, egress }: ImageRoutesDeps) {
  const routes = createRoutes()
  const persons = limits.rate("picture", picturesPerMinute.person)
  const addresses = limits.addressRate("picture-address", picturesPerMinute.address)
  const ofAll = { places: createAtOnce(picturesAtOnce), bytes: createAtOnce(pictureBytesAtOnce) }
  const ofVisitors = {
    places: allOf(ofAll.places, createAtOnce({ ...picturesAtOnce, inAll: picturesOfVisitors.pictures })),
    bytes: allOf(ofAll.bytes, createAtOnce({ ...pictureBytesAtOnce, inAll: picturesOfVisitors.bytes })),
  }

  routes.get("/api/image", async (c) => {
    const found = await personOf(c)
    if (!found.ok) return refuse(c, found.error)
    const person = found.value
    const { places, bytes } = person.kind === "visitor" ? ofVisitors : ofAll
    const slow = await tooOften(person)
    const leave = slow === undefined ? places.take(person) : undefined
    if (leave === undefined) return refuse(c, slow ?? tooMuch)
    const gone = new AbortController()
    const given: (() => void)[] = [leave]
    whenTaken(c.outgoing, longestTakingMs, () => {
      gone.abort()
      for (const give of given.splice(0)) give()
    })

    if (person.kind === "visitor" && (await quota.left(person)).left === 0) return refuse(c, usedUp)
    const target = await checkEgress(c.url.searchParams.get("url") ?? "", egress)
    if (!target.ok || leadsHere(target.value, { publicUrl: config.publicUrl, incoming: c.incoming })) {
      return refuse(c, { kind: "refused", reason: "bad-image-address" })
    }
    const image = await fetchImage(target.value, gone.signal, (more) => {
      // Bytes that arrive after the reader has gone are not counted: nothing would give them back.
      const give = gone.signal.aborted ? undefined : bytes.take(person, more)
      if (give) given.push(give)
      return give !== undefined
    })
    if (!image.ok && image.error === "no-room") return refuse(c, tooMuch)
    if (!image.ok) return refuse(c, { kind: "refused", reason: "image-unavailable" })
    const { bytes: body, type, ending } = image.value
    return {
      status: 200,
      headers: {
        "content-type": type,
        "content-disposition": `inline; filename="imagem.${ending}"`,
        // Opened by itself it is a picture in a box: no script, no frame, nothing fetched.
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "cache-control": "private, max-age=86400",
        vary: "authorization, x-visitor, origin",
      },
      body,
    }
  })

  return routes.all

  /** Who asks. Any page of the web can have its readers ask for a picture here, without an id or a code: they are nobody. */
  async function personOf(c: HttpContext): Promise<Result<Person, Failure>> {
    const who = await callerAndPerson(authorizer, c)
    if (!who.ok) return who
    const { person } = who.value
    if (!mayBeServed(person, config.limits)) return err({ kind: "unauthorized" })
    if (person.kind === "code" && person.code.frozen) return err(frozen(config))
    return ok(person)
  }

  async function tooOften({ owner, address }: Person): Promise<Failure | undefined> {
    const verdicts = await Promise.all([persons.check(owner), addresses.check(address)])
    if (verdicts.every(({ allowed }) => allowed)) return undefined
    const retryAfterMs = Math.max(1_000, ...verdicts.map((verdict) => verdict.retryAfterMs))
    return { kind: "too-many-requests", retryAfterMs }
  }
}

const usedUp: Failure = { kind: "free-limit-reached", availableModels: [] }
const tooMuch: Failure = { kind: "too-many-requests", retryAfterMs: 1_000 }
