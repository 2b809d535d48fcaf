import type { Sampling } from "../gateway/model-abilities.ts"
import { isGpt5, isReasoningModel } from "./capabilities.ts"

/**
 * Which sampling settings a model accepts, by its name. Claude accepts from version 4.1 either temperature or top_p,
 * after 4.6 neither; Kimi since K2.5 accepts only its fixed values. A refused setting is a 400.
 */
export function samplingByName(id: string): Sampling {
  if (isReasoningModel(id) || isGpt5(id)) return "never"
  if (/^kimi-(k2\.\d|k[3-9]|latest-thinking)/.test(id)) return "never"
  if (!isClaude(id)) return "always"
  const version = claudeVersion(id)
  if (version > 4.6) return "never"
  return version >= 4.1 ? "one" : "always"
}

export function isClaude(id: string): boolean {
  return id.includes("claude")
}

/**
 * The version in a Claude model's name: 3.5 of "claude-3-5-sonnet-20241022", 4 of "claude-sonnet-4-20250514", 4.6 of
 * "claude-opus-4-6". The names introduced with version 5 count as 5; any other name without a number is older.
 */
function claudeVersion(id: string): number {
  const [, major, minor = "0"] = /(?:^|[-/@.])(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(id) ?? []
  if (major !== undefined) return Number(major) + Number(minor) / 10
  return /fable|mythos/.test(id) ? 5 : 0
}
