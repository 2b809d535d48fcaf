import { useEffect, useState } from "react"
import { ownBalance } from "#core/access/access-state.ts"
import { formatMoney, formatReserve } from "../../../platform/language/money.ts"
import { texts } from "../../../platform/language/texts.ts"
import { selectIsCharged, useAccess, type AccessState } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import type { Estimate } from "./estimate-cost.ts"
import type * as costs from "./message-cost.ts"

/** How long what is asked must rest before its price is worked out, in ms. */
const quietMs = 200

/** A price as it is shown before it is paid. */
export interface ShownCost {
  /** "≈ R$ 0,02", "por rodada" where tools go along; "reserva R$ 0,38" where the balance does not cover even the shortest useful answer. */
  readonly text: string
  readonly isCovered: boolean
}

/**
 * The price of asking, where the user pays from a balance and wants to see it. `of` is kept between drawings, and undefined
 * while there is nothing to ask.
 */
export function useCost(
  sessionId: string,
  of: ((code: typeof costs) => Promise<Estimate | undefined>) | undefined,
): ShownCost | undefined {
  const [estimate, setEstimate] = useState<Estimate>()
  const isWanted = useConfig((config) => config.showCostEstimate)
  const balance = useAccess(selectSpendable)
  const model = useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.model)
  const models = useAccess((state) => state.config.models)
  const own = useAccess((state) => state.own)
  const isOn = isWanted && balance !== undefined && of !== undefined
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    const timer = setTimeout(() => {
      // Without its code, no price is shown.
      void import("./message-cost.ts")
        .then(of)
        .then((found) => {
          if (!isOver) setEstimate(found)
        })
        .catch(() => undefined)
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOn, of, model, models, own])
  if (!isOn || estimate === undefined) return undefined
  const t = texts().chat
  const isCovered = balance === "unknown" || estimate.least <= balance
  const told = estimate.isPerRound ? t.estimatePerRound : t.estimate
  return {
    text: isCovered ? told(formatMoney(estimate.cost)) : t.reserves(formatReserve(estimate.least)),
    isCovered,
  }
}

/** What a message may be paid from, in micro-reais; undefined for who is not charged. */
function selectSpendable(state: AccessState): number | "unknown" | undefined {
  if (!selectIsCharged(state)) return undefined
  return state.balanceAt === 0 ? "unknown" : ownBalance(state).premium
}
