import { userMessage } from "#core/conversation/message.ts"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import type { Content } from "#core/gateway/content.ts"
import { answeringModel } from "#core/models/model-change.ts"
import { answersWithPicture } from "#core/models/played-roles.ts"
import type { TokenPrices } from "#core/models/usual-cost.ts"
import { priceOfAnswer } from "../../../platform/gateway/media-offers.ts"
import { modelAbilities } from "../../../platform/gateway/model-abilities.ts"
import { ownCall, selectIsCharged, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { callsTools, modelFacts, offeredModel, seesImages } from "../../../state/model-facts.ts"
import { askedIn } from "./who-pays.ts"
import { estimateCost, type Estimate } from "./estimate-cost.ts"

/**
 * Roughly what this will cost in this conversation, with the tools that go along; undefined for who is not charged, and where no price is known. `before`: as if
 * asked before that message.
 */
export async function messageCost(sessionId: string, content: Content, before?: string): Promise<Estimate | undefined> {
  if (!selectIsCharged(useAccess.getState())) return undefined
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const prices = pricesIn(sessionId)
  if (session === undefined) return undefined
  const config = modelConfigOf(session, useConfig.getState().modelConfig)
  const access = useAccess.getState().config
  if (answersWithPicture(askedIn(session), access.roles)) {
    const own = ownCall(askedIn(session).providerName) !== undefined
    const each = own ? undefined : priceOfAnswer(access, askedIn(session), config)
    return each && { cost: each, least: each }
  }
  if (prices === undefined) return undefined
  const said = messages[sessionId] ?? []
  const asked = askedIn(session)
  const answering = answeringModel(asked, useAccess.getState().config)
  const end = said.findIndex(({ id }) => id === before)
  const tools = callsTools(answering) ? await toolsOf(session, content) : []
  const estimate = estimateCost({
    content,
    session,
    history: end < 0 ? said : said.slice(0, end),
    config,
    prices,
    tokensPerText: offeredModel(answering, access)?.tokensPerText,
    seesImages: seesImages(asked),
    thinks: modelAbilities(answering.model, modelFacts(answering)).thinks,
    definitions: tools.map(({ definition }) => JSON.stringify(definition)),
  })
  return tools.length === 0 ? estimate : { ...estimate, isPerRound: true }
}

/** What goes along with a message. Without a connection the code of the tools may be missing: then it costs a little more than is said. */
async function toolsOf(session: Session, content: Content) {
  const code = await import("../../../state/tools.ts").catch(() => undefined)
  return code === undefined ? [] : code.toolsFor(session, userMessage("", 0, content))
}

/** The same for a question that is asked again. */
export async function retryCost(sessionId: string, answerId: string): Promise<Estimate | undefined> {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const question = messages[messages.findLastIndex(({ id }) => id === answerId) - 1]
  if (question?.role !== "user") return undefined
  return messageCost(sessionId, question.content, question.id)
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
