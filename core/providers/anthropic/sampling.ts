import type { ChatConfig } from "../../gateway/chat-request.ts"
import type { WireBody } from "./wire.ts"

/** Specification §9. */
const topK = 5

/**
 * Temperature, top_p and top_k, as far as the model takes them. From version 4.1 it is one of temperature and top_p ("cannot
 * both be specified for this model"), after 4.6 none of the three ("deprecated for this model"); both are a 400.
 */
export function sampling({ model, temperature, top_p }: ChatConfig): Pick<WireBody, "temperature" | "top_p" | "top_k"> {
  const version = versionOf(model)
  if (version > 4.6) return {}
  const alone = version >= 4.1 && temperature !== undefined
  return {
    // Its range ends at 1 where ours ends at 2.
    ...(temperature !== undefined && { temperature: Math.min(Math.max(temperature, 0), 1) }),
    ...(top_p !== undefined && !alone && { top_p }),
    top_k: topK,
  }
}

/**
 * 3.5 of "claude-3-5-sonnet-20241022", 4 of "claude-sonnet-4-20250514", 4.6 of "claude-opus-4-6". The names that came with
 * version 5 count as such; any other without a number is of the time before.
 */
function versionOf(model: string): number {
  const [, major, minor = "0"] = /(?:^|[-/@.])(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model) ?? []
  if (major !== undefined) return Number(major) + Number(minor) / 10
  return /fable|mythos/.test(model) ? 5 : 0
}
