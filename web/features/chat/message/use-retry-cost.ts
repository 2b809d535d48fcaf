import { useCallback } from "react"
import type { Message } from "#core/conversation/message.ts"
import { isUnfinished } from "../turn/turn-conversation.ts"
import type * as costs from "../turn/message-cost.ts"
import { useCost, type ShownCost } from "../turn/use-cost.ts"

/** The price of asking an answer's question again; fetching the rest of an answer has none. */
export function useRetryCost(sessionId: string, answer: Message | undefined): ShownCost | undefined {
  const id = answer?.id
  const of = useCallback(({ retryCost }: typeof costs) => retryCost(sessionId, id ?? ""), [sessionId, id])
  return useCost(sessionId, answer === undefined || isUnfinished(answer) ? undefined : of)
}
