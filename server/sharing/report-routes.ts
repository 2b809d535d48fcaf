import * as v from "valibot"
import type { Failure } from "#core/gateway/failure.ts"
import { hmacUnder } from "../access/hmac.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import { readJson, readText } from "../http/read-body.ts"
import { jsonReply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { pageFrameOf } from "./page-frame.ts"
import { wordsPage } from "./share-page.ts"
import type { SharedFiles } from "./shared-files.ts"
import { badShare } from "./sharing-refusals.ts"

export interface ReportRoutesDeps {
  readonly shared: Pick<SharedFiles, "report">
  readonly config: Pick<Config, "publicUrl" | "productName">
  readonly limits: CallerLimits
  /** Who reports something is known by a hash of their network under this secret only. */
  readonly pepper: string
}

/** Reports of one address in a minute. */
const perMinute = 20
const longestReport = 8 * 1024
const reportBody = v.object({ id: v.string(), reason: v.optional(v.string(), "") })

/** Reports of what is shared, by anybody: from the form under a shared page, and from our own page. */
export function createReportRoutes({ shared, config, limits, pepper }: ReportRoutesDeps) {
  const routes = createRoutes()
  const reporting = limits.addressRate("sharing-report", perMinute)
  const hashed = hmacUnder(pepper)

  routes.post("/s/:id/report", async (c) => {
    const slow = await tooOften(c)
    if (slow) return refuse(c, slow)
    const form = await readText(c, longestReport)
    const reason = form.ok ? (new URLSearchParams(form.value).get("reason") ?? "") : ""
    await report(c, c.param("id"), reason)
    const frame = pageFrameOf(c, config)
    return wordsPage(200, frame.texts.reported, frame)
  })
  routes.post("/api/report", async (c) => {
    const slow = await tooOften(c)
    if (slow) return refuse(c, slow)
    const json = await readJson(c, longestReport)
    if (!json.ok) return refuse(c, failureOfBody(json.error))
    const body = v.safeParse(reportBody, json.value)
    if (!body.success) return refuse(c, badShare("id"))
    await report(c, body.output.id, body.output.reason)
    return jsonReply({ code: 0 })
  })

  return routes.all

  /** Decided before the report is read. */
  async function tooOften(c: HttpContext): Promise<Failure | undefined> {
    const { allowed, retryAfterMs } = await reporting.check(c.address)
    return allowed ? undefined : { kind: "too-many-requests", retryAfterMs }
  }

  async function report(c: HttpContext, id: string, reason: string): Promise<void> {
    const line = reason
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 1_000)
    await shared.report(id, { place: hashed(`report ${networkOf(c.address)}`), reason: line })
  }
}

/** The network of an address: of IPv4 its /24, of IPv6 its /48. Three reports come from three networks. */
function networkOf(address: string): string {
  const widest = addressSteps(address).at(-1) ?? address
  return widest.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24")
}
