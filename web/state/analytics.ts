import type { AnalyticsEvent } from "#core/analytics/analytics-event.ts"
import { sendEvent } from "../platform/send-event.ts"
import { useAccess } from "./access-store.ts"

/** Counts a press on a link to a payment page, where the operator counts at all; else nothing leaves the page. */
export function countClick(event: AnalyticsEvent): void {
  if (useAccess.getState().config.analytics) sendEvent(event)
}
