import { modelConfigOf } from "#core/conversation/session.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Content } from "#core/gateway/content.ts"
import { answeringModel } from "#core/models/model-change.ts"
import { ownCall, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { offeredModel, seesImages } from "../../../state/model-facts.ts"
import { askedIn } from "./who-pays.ts"
import { estimateCost, type TokenPrices } from "./estimate-cost.ts"

/** Roughly what this will cost in this conversation; undefined where no price is known. `before`: as if asked before that message. */
export function messageCost(sessionId: string, content: Content, before?: string): MicroReais | undefined {
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const prices = pricesIn(sessionId)
  if (session === undefined || prices === undefined) return undefined
  const config = modelConfigOf(session, useConfig.getState().modelConfig)
  const said = messages[sessionId] ?? []
  const end = said.findIndex(({ id }) => id === before)
  return estimateCost({
    content,
    session,
    history: end < 0 ? said : said.slice(0, end),
    config,
    prices,
    seesImages: seesImages(askedIn(session)),
  })
}

/** The prices of this conversation's model. */
export function pricesIn(sessionId: string): TokenPrices | undefined {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined) return undefined
  const asked = askedIn(session)
  // A call that an own key pays has no price here.
  if (ownCall(asked.providerName) !== undefined) return undefined
  const { config } = useAccess.getState()
  return offeredModel(answeringModel(asked, config), config)?.pricePerMillion
}
