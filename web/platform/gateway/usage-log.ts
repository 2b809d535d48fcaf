import { noteRequest } from "./request-log.ts"
import { atServer } from "./server-address.ts"

/** The page's telemetry about an answer; the server's own record is authoritative. */
export interface UsageRecord {
  readonly accessCode: string
  /** Epoch milliseconds. */
  readonly timestamp: number
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly totalTokens: number
  readonly inputCharacters: number
  readonly outputCharacters: number
  /** In milliseconds. */
  readonly responseTime: number
  readonly success: boolean
  readonly errorMessage: string
  readonly userAgent: string
  readonly isSummarize: boolean
  readonly isTitle: boolean
  readonly webSearchCalls: number
}

/** Remembers a record here and sends it; nothing waits for it, and a failure is only logged. */
export function logUsage(record: UsageRecord, headers: Readonly<Record<string, string>>): void {
  noteRequest(record)
  fetch(atServer("/api/log-usage"), {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(record),
    keepalive: true,
  })
    .then((reply) => {
      if (!reply.ok) console.warn(`The usage record was not taken: ${reply.status}`)
    })
    .catch((error: unknown) => console.warn("The usage record was not sent:", error))
}
