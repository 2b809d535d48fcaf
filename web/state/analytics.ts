import type { AnalyticsEvent } from "#core/analytics/analytics-event.ts"
import { sendEvent } from "../platform/gateway/send-event.ts"
import { useAccess } from "./access-store.ts"

/** Counts a press on a link to a payment page if the operator has enabled counting; otherwise nothing is sent. */
export function countClick(event: AnalyticsEvent): void {
  if (useAccess.getState().config.analytics) sendEvent(event)
}
