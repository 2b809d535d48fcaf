import { readLocalJson, removeLocal, writeLocal } from "../storage/local-storage.ts"
import type { UsageRecord } from "./usage-log.ts"

const key = "nk-request-log"
/** How many requests are remembered. */
const kept = 200

/** A request of this browser, without words of the conversation and without the code. */
export type LoggedRequest = Pick<
  UsageRecord,
  | "timestamp"
  | "model"
  | "inputTokens"
  | "outputTokens"
  | "responseTime"
  | "success"
  | "errorMessage"
  | "isSummarize"
  | "isTitle"
  | "webSearchCalls"
>

/** Remembers a request; the oldest is forgotten when there are too many. */
export function noteRequest(record: LoggedRequest): void {
  const { timestamp, model, inputTokens, outputTokens, responseTime, success, errorMessage } = record
  const { isSummarize, isTitle, webSearchCalls } = record
  const counts = { inputTokens, outputTokens, responseTime, webSearchCalls }
  const request: LoggedRequest = { timestamp, model, ...counts, success, errorMessage, isSummarize, isTitle }
  writeLocal(key, JSON.stringify([request, ...readRequests()].slice(0, kept)))
}

/** The requests remembered, newest first; what is damaged is left out. */
export function readRequests(): readonly LoggedRequest[] {
  const stored = readLocalJson(key)
  return Array.isArray(stored) ? stored.filter(isRequest) : []
}

export function forgetRequests(): void {
  removeLocal(key)
}

const shape = {
  timestamp: 0,
  model: "",
  inputTokens: 0,
  outputTokens: 0,
  responseTime: 0,
  success: true,
  errorMessage: "",
  isSummarize: false,
  isTitle: false,
  webSearchCalls: 0,
} satisfies LoggedRequest

function isRequest(value: unknown): value is LoggedRequest {
  if (typeof value !== "object" || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return Object.entries(shape).every(([name, sample]) => typeof fields[name] === typeof sample)
}
