import { clientAddress } from "../http/client-address.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply } from "../http/reply.ts"
import { createRoutes } from "../http/routes.ts"
import type { Config } from "../config.ts"
import type { FreeQuota } from "./free-quota.ts"
import { earlierVisitorId, type VisitorIds } from "./visitor-id.ts"

export interface VisitorRoutesDeps {
  readonly config: Config
  readonly visitorIds: VisitorIds
  readonly quota: FreeQuota
  readonly limits: CallerLimits
}

const longestBody = 4 * 1024
/** Asked so often in a minute from one address: thirty people who open some tabs. */
export const visitorsPerMinute = 120

/**
 * `POST /api/visitor`: who comes without a code is given an id, or told what is left of the day of the one they have. An id
 * that a page made up before ids were issued, in the header or as `{id}`, is exchanged once, as long as it has something to hand on.
 */
export function createVisitorRoutes({ config, visitorIds, quota, limits }: VisitorRoutesDeps) {
  const routes = createRoutes()
  const isLimited = config.limits.addressPerMinute > 0
  const rate = limits.addressRate("visitor", isLimited ? visitorsPerMinute : 0)

  routes.post("/api/visitor", async (c) => {
    if (config.needCode) return refuse(c, { kind: "unauthorized" })
    const address = clientAddress(c.incoming, config.trustedProxies)
    const { allowed, retryAfterMs } = await rate.check(address)
    if (!allowed) return refuse(c, { kind: "too-many-requests", retryAfterMs })

    const sent = c.incoming.headers["x-visitor"]
    const known = visitorIds.nameOf(sent)
    if (known !== undefined && typeof sent === "string")
      return jsonReply({ id: sent, ...(await quota.left({ visitorId: known, address })) })

    // Any other value in the body is not an id.
    const body = await readJson(c, longestBody)
    if (!body.ok && body.error === "too-large") return refuse(c, failureOfBody(body.error))
    const earlier = earlierVisitorId(sent) ?? earlierVisitorId(body.ok ? idIn(body.value) : undefined)
    const id = (earlier === undefined ? undefined : await exchanged(earlier)) ?? visitorIds.issue()
    return jsonReply({ id, ...(await quota.left({ visitorId: visitorIds.nameOf(id), address })) })
  })

  return routes.all

  /** The id of the visitor that an id of before stands for, told to whoever brings it first: it proves nothing. */
  async function exchanged(earlier: string): Promise<string | undefined> {
    const id = visitorIds.issue(earlier)
    const visitorId = visitorIds.nameOf(id)
    return visitorId !== undefined && (await quota.handOn(earlier, visitorId)) ? id : undefined
  }
}

function idIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "id" in body ? body.id : undefined
}
