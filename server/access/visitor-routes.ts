import { clientAddress } from "../http/client-address.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import { createAddressRate } from "../http/rate-limit.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply } from "../http/reply.ts"
import { createRoutes } from "../http/routes.ts"
import type { Config } from "../config.ts"
import { steadyClock } from "../steady-clock.ts"
import type { FreeQuota } from "./free-quota.ts"
import { earlierVisitorId, type VisitorIds } from "./visitor-id.ts"

export interface VisitorRoutesDeps {
  readonly config: Config
  readonly visitorIds: VisitorIds
  readonly quota: FreeQuota
  /** Epoch ms. */
  readonly now: () => number
}

const longestBody = 4 * 1024
/** Asked so often in a minute from one address: thirty people who open some tabs. */
const perMinute = 120

/**
 * `POST /api/visitor`: who comes without a code is given an id, or told what is left of the day of the one they have. An id
 * that a page made up before ids were issued, in the header or as `{id}`, is exchanged for one and the same issued id.
 */
export function createVisitorRoutes({ config, visitorIds, quota, now }: VisitorRoutesDeps) {
  const routes = createRoutes()
  const isLimited = config.limits.addressPerMinute > 0
  const rate = createAddressRate(isLimited ? perMinute : 0, steadyClock(now))

  routes.post("/api/visitor", async (c) => {
    if (config.needCode) return refuse(c, { kind: "unauthorized" })
    const address = clientAddress(c.incoming, config.trustedProxies)
    const { allowed, retryAfterMs } = rate.check(address)
    if (!allowed) return refuse(c, { kind: "too-many-requests", retryAfterMs })

    const sent = c.incoming.headers["x-visitor"]
    const known = visitorIds.nameOf(sent)
    if (known !== undefined && typeof sent === "string")
      return jsonReply({ id: sent, ...(await quota.left({ visitorId: known, address })) })

    // Whatever else is in the body is nobody's id.
    const body = await readJson(c, longestBody)
    if (!body.ok && body.error === "too-large") return refuse(c, failureOfBody(body.error))
    const earlier = earlierVisitorId(sent) ?? earlierVisitorId(body.ok ? idIn(body.value) : undefined)
    const id = visitorIds.issue(earlier)
    const visitorId = visitorIds.nameOf(id)
    if (earlier !== undefined && visitorId !== undefined) await quota.carryOver(earlier, visitorId)
    return jsonReply({ id, ...(await quota.left({ visitorId, address })) })
  })

  return routes.all
}

function idIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "id" in body ? body.id : undefined
}
