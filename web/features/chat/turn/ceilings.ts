import type { Content } from "#core/gateway/content.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { useConfig } from "../../../state/config-store.ts"
import type * as consents from "./ceiling-consent.ts"
import { isCharged } from "./who-pays.ts"

/** The headers with the user's ceilings, which the server enforces. */
export function ceilingHeaders(): Readonly<Record<string, string>> {
  if (!isCharged()) return {}
  const { messageCeiling, dayCeiling } = useConfig.getState()
  return {
    ...(messageCeiling > 0 ? { "X-Max-Cost": decimal(messageCeiling) } : {}),
    ...(dayCeiling > 0 ? { "X-Max-Cost-Day": decimal(dayCeiling) } : {}),
  }
}

let asking = false

/** Sends at once what lies under the ceilings; asks about the rest, and sends nothing unless told to. */
export function askAboutCost(sessionId: string, content: Content, send: (pastCeilings: boolean) => void): void {
  if (!hasCeilings()) return send(false)
  if (asking) return
  asking = true
  void consentBy((code) => code.consentToMessage(sessionId, content))
    .then((consent) => {
      if (consent !== "no") send(consent === "anyway")
    })
    .finally(() => (asking = false))
}

/** The same for a question that is asked again. */
export async function askAboutRetry(sessionId: string, answerId: string): Promise<consents.Consent> {
  return hasCeilings() ? consentBy((code) => code.consentToRetry(sessionId, answerId)) : "yes"
}

function hasCeilings(): boolean {
  return Object.keys(ceilingHeaders()).length > 0
}

/** If the code that asks the user cannot be fetched, the server still enforces the ceilings. */
async function consentBy(ask: (code: typeof consents) => Promise<consents.Consent>): Promise<consents.Consent> {
  const code = await withChapters(import("./ceiling-consent.ts"), "errors").catch(() => undefined)
  return code === undefined ? "yes" : ask(code)
}

function decimal(ceiling: number): string {
  return toReais(microReais(ceiling)).toFixed(6)
}
