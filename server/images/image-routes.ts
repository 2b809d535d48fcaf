import type { Authorizer } from "../access/authorize.ts"
import { refuse } from "../http/context.ts"
import { checkEgress, type EgressRules } from "../http/egress-guard.ts"
import { createRateLimit } from "../http/rate-limit.ts"
import { createRoutes } from "../http/routes.ts"
import { fetchImage } from "./fetch-image.ts"

export interface ImageRoutesDeps {
  readonly authorizer: Authorizer
  readonly now: () => number
  /** For tests: where a stranger's address may lead. */
  readonly egress?: EgressRules
}

/** Pictures a caller may ask for in a minute, and at once; an address has its own limit, whoever calls from it. */
const quota = { perMinute: 60, perAddress: 120, atOnce: 6 } as const

/** `GET /api/image?url=`: a picture of an answer, fetched here so that its host never sees who reads. */
export function createImageRoutes({ authorizer, now, egress }: ImageRoutesDeps) {
  const routes = createRoutes()
  const callers = createRateLimit(quota.perMinute, now)
  const addresses = createRateLimit(quota.perAddress, now)
  const underWay = new Map<string, number>()

  routes.get("/api/image", async (c) => {
    const url = c.url
    const caller = await authorizer.authorize(c.incoming, url)
    if (!caller.ok) return refuse(c, caller.error)
    const { owner, address } = caller.value
    const verdicts = [callers.check(owner), addresses.check(address)]
    const retryAfterMs = Math.max(...verdicts.map((verdict) => verdict.retryAfterMs))
    const open = underWay.get(owner) ?? 0
    if (verdicts.some(({ allowed }) => !allowed) || open >= quota.atOnce) {
      return refuse(c, { kind: "too-many-requests", retryAfterMs: Math.max(retryAfterMs, 1_000) })
    }

    underWay.set(owner, open + 1)
    try {
      const target = await checkEgress(url.searchParams.get("url") ?? "", egress)
      if (!target.ok) return refuse(c, { kind: "refused", reason: "bad-image-address" })
      const image = await fetchImage(target.value)
      if (!image.ok) return refuse(c, { kind: "refused", reason: "image-unavailable" })
      const { bytes, type, ending } = image.value
      return {
        status: 200,
        headers: {
          "content-type": type,
          "content-disposition": `inline; filename="imagem.${ending}"`,
          // Opened by itself it is a picture in a box: no script, no frame, nothing fetched.
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          "cache-control": "private, max-age=86400",
          vary: "authorization, x-visitor",
        },
        body: bytes,
      }
    } finally {
      const left = (underWay.get(owner) ?? 1) - 1
      if (left > 0) underWay.set(owner, left)
      else underWay.delete(owner)
    }
  })

  return routes.all
}
