import type { Content } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { selectIsCharged, useAccess } from "../../../state/access-store.ts"
import { ceilingsAsHeaders } from "../../../state/ceiling-headers.ts"
import { useConfig } from "../../../state/config-store.ts"
import type { askToConfirm } from "../../../ui/confirm.tsx"
import type * as consents from "./ceiling-consent.ts"

/**
 * The headers with the user's ceilings, which the server enforces. It knows each round of an answer by itself: the ceiling
 * of a message is what its earlier rounds have left of it. `spent`: what they have cost.
 */
export function ceilingHeaders(spent: MicroReais = microReais(0)): Readonly<Record<string, string>> {
  return selectIsCharged(useAccess.getState()) ? ceilingsAsHeaders(spent) : {}
}

/** Why an answer gets no other round: its earlier ones have used up the ceiling of a message. */
export function overCeiling(spent: MicroReais): Failure | undefined {
  const { messageCeiling } = useConfig.getState()
  const isCharged = selectIsCharged(useAccess.getState())
  if (!isCharged || messageCeiling === 0 || spent === 0 || spent < messageCeiling) return undefined
  return { kind: "cost-ceiling", per: "message", ceiling: microReais(messageCeiling), needed: microReais(0), spent }
}

/** A refusal of the server, which knows only what was left of a ceiling, as one of the ceiling that the user has set. */
export function withSpent(failure: Failure, spent: MicroReais): Failure {
  if (failure.kind !== "cost-ceiling" || failure.per !== "message" || spent === 0) return failure
  return { ...failure, ceiling: microReais(useConfig.getState().messageCeiling), spent }
}

let asking = false

export interface CostQuestion {
  /** The question in whose place it is sent: what stands below it is not sent along. */
  readonly questionId?: string
  /** It is not sent: what was written belongs to whoever has cleared it away. */
  readonly onKept?: () => void
}

/** Sends at once what lies under the ceilings; asks about the rest, and sends nothing unless told to. */
export function askAboutCost(
  sessionId: string,
  content: Content,
  send: (pastCeilings: boolean) => void,
  { questionId, onKept }: CostQuestion = {},
): void {
  if (!hasCeilings()) return send(false)
  if (asking) return onKept?.()
  asking = true
  void consentBy((code) => code.consentToMessage(sessionId, content, questionId))
    .then((consent) => (consent === "no" ? onKept?.() : send(consent === "anyway")))
    .finally(() => (asking = false))
}

/** The same for a question that is asked again. `confirm`: how the user is asked, where it is not in the usual way. */
export async function askAboutRetry(
  sessionId: string,
  answerId: string,
  confirm?: typeof askToConfirm,
): Promise<consents.Consent> {
  return hasCeilings() ? consentBy((code) => code.consentToRetry(sessionId, answerId, confirm)) : "yes"
}

function hasCeilings(): boolean {
  return Object.keys(ceilingHeaders()).length > 0
}

/** If the code that asks the user cannot be fetched, the server still enforces the ceilings. */
async function consentBy(ask: (code: typeof consents) => Promise<consents.Consent>): Promise<consents.Consent> {
  const code = await withChapters(import("./ceiling-consent.ts"), "errors").catch(() => undefined)
  return code === undefined ? "yes" : ask(code)
}
