import * as v from "valibot"
import { analyticsEvents, type AnalyticsEvent } from "#core/analytics/analytics-event.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { readJson } from "../http/read-body.ts"
import { emptyReply } from "../http/reply.ts"
import { createRoutes } from "../http/routes.ts"
import { strict } from "../schemas.ts"

const longestBody = 1024
export const eventsPerMinute = 30
/** The most presses that are reported at a time; others are dropped. */
const mostOpen = 20
const patienceMs = 5_000

const eventBody = strict({ event: v.picklist(analyticsEvents) })

/**
 * Presses on links to a payment page, passed on to the operator's `ANALYTICS_URL` as `{event, value: 1}` and nothing else:
 * no address, no browser, no code. Without that setting there is no such route.
 */
export function createAnalyticsRoutes({ config, limits }: { readonly config: Config; readonly limits: CallerLimits }) {
  const routes = createRoutes()
  const target = config.analyticsUrl
  if (target === undefined) return routes.all
  const rate = limits.addressRate("event", eventsPerMinute)
  let open = 0

  routes.post("/api/events", async (c) => {
    const { allowed, retryAfterMs } = await rate.check(c.address)
    if (!allowed) return refuse(c, { kind: "too-many-requests", retryAfterMs })
    const body = await readJson(c, longestBody)
    if (!body.ok) return refuse(c, failureOfBody(body.error))
    const parsed = v.safeParse(eventBody, body.value)
    if (!parsed.success) return refuse(c, { kind: "refused", reason: "bad-usage-record" })
    if (open < mostOpen) {
      open += 1
      void tell(target, parsed.output.event).finally(() => (open -= 1))
    }
    return emptyReply
  })
  return routes.all
}

/** A count that does not arrive is not missed. */
async function tell(target: string, event: AnalyticsEvent): Promise<void> {
  try {
    const reply = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Prosa" },
      body: JSON.stringify({ event, value: 1 }),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    })
    await reply.body?.cancel()
  } catch {
    return
  }
}
