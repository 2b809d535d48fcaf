import type { AnalyticsEvent } from "#core/analytics/analytics-event.ts"
import { atServer } from "./server-address.ts"

/** Tells our own server of an event, by its name alone; it arrives even when the page is left at once. */
export function sendEvent(event: AnalyticsEvent): void {
  const body = new Blob([JSON.stringify({ event })], { type: "application/json" })
  // A beacon to another origin would bring that origin's cookies along, which no server of ours allows.
  if (import.meta.env.PROSA_APP)
    fetch(atServer("/api/events"), { method: "POST", body, keepalive: true }).catch(() => undefined)
  else navigator.sendBeacon("/api/events", body)
}
