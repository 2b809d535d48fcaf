import type { AnalyticsEvent } from "#core/analytics/analytics-event.ts"

/** Tells our own server of an event, by its name alone; it arrives even when the page is left at once. */
export function sendEvent(event: AnalyticsEvent): void {
  navigator.sendBeacon("/api/events", new Blob([JSON.stringify({ event })], { type: "application/json" }))
}
