import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { useConfig } from "./config-store.ts"

/**
 * The headers with the ceilings that the user has set, which the server enforces; none for a ceiling that is not set. `spent`: what
 * of the message's ceiling is used up already, in micro-reais.
 */
export function ceilingsAsHeaders(spent = 0): Readonly<Record<string, string>> {
  const { messageCeiling, dayCeiling } = useConfig.getState()
  return {
    ...(messageCeiling > 0 && { "X-Max-Cost": decimal(Math.max(0, messageCeiling - spent)) }),
    ...(dayCeiling > 0 && { "X-Max-Cost-Day": decimal(dayCeiling) }),
  }
}

function decimal(ceiling: number): string {
  return toReais(microReais(ceiling)).toFixed(6)
}
