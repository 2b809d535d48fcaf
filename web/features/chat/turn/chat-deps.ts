import { callsTools } from "#core/conversation/tool-rounds.ts"
import { imagesOf, textOf } from "#core/gateway/content.ts"
import { freeMessageCharacters } from "#core/gateway/limits.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { err } from "#core/lib/result.ts"
import { followRun, requestChat } from "../../../platform/gateway-client.ts"
import { currentLocale } from "../../../platform/language.ts"
import { keepStorage } from "../../../platform/keep-storage.ts"
import { acknowledgeRun, stopRun } from "../../../platform/run-client.ts"
import {
  applyBalance,
  authHeaders,
  canComeBack,
  knowVisitor,
  ownCall,
  useAccess,
  visitorHeader,
} from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore, dispatch, storeStrictly } from "../../../state/conversation-store.ts"
import { seesImages } from "../../../state/model-facts.ts"
import { toolsFor } from "../../../state/tools.ts"
import { ceilingHeaders } from "./ceilings.ts"
import { chatRequestOf } from "./chat-request.ts"
import { askable, isUnfinished, messageOf, openTurn, reopenTurn, sessionOf, unfinishedTurn } from "./open-turn.ts"
import { beginTurn } from "./running-turns.ts"
import type { ChatDeps, OwnTurn, RunningTurn, Turn } from "./turn.ts"
import { isFree, ownCallOf } from "./who-pays.ts"

/** The access code each answer on its way was asked with: another one may be entered meanwhile. By the answer's id. */
const codeOf = new Map<string, string>()

/** The page's own stores, clock and network. */
export const chatDeps: ChatDeps = {
  openTurn,
  reopenTurn,
  unfinishedTurn,
  askable,
  storeStrictly,

  refusal({ sessionId, questionId, providerName, isOwn }) {
    const payer = ownCall(providerName)
    if (payer === "incomplete-azure") return { kind: "refused", reason: "azure-incomplete" }
    // What an own key was to pay is not charged to the balance because the key is gone.
    if (isOwn) return payer === undefined ? { kind: "unauthorized" } : undefined
    const characters = textOf(messageOf(sessionId, questionId)?.content).length
    if (!isFree() || characters <= freeMessageCharacters) return undefined
    return { kind: "message-too-long", characters, limit: freeMessageCharacters }
  },

  async requestOf({ sessionId, questionId, answerId, model, providerName, isOwn }) {
    const messages = conversationStore.getState().messages[sessionId] ?? []
    const index = messages.findIndex((message) => message.id === questionId)
    const question = messages[index]
    if (question === undefined) throw new Error("a question was asked that is not in its conversation")
    const lang = currentLocale()
    const time = new Intl.DateTimeFormat(languageTag(lang), { dateStyle: "full", timeStyle: "short" })
    const request = chatRequestOf({
      session: sessionOf(sessionId),
      history: messages.slice(0, index),
      question,
      rounds: messageOf(sessionId, answerId)?.rounds,
      tools: toolsFor(sessionOf(sessionId), question).map(({ definition }) => definition),
      globalConfig: useConfig.getState().modelConfig,
      model,
      providerName,
      seesImages: seesImages({ model, providerName }),
      isFree: isFree() && !isOwn,
      // Of when it was asked: under one key, a question is sent the same however often.
      time: time.format(messageOf(sessionId, answerId)?.date),
      lang,
    })
    const hasImages = request.messages.some(({ content }) => imagesOf(content).length > 0)
    if (!hasImages) return request
    const code = await import("./request-images.ts").catch(() => undefined)
    return code?.withImages(request)
  },

  begin(turn) {
    // Another model may be chosen meanwhile: the run belongs to who asked.
    const headers = authHeaders(ownCallOf(turn))
    codeOf.set(turn.answerId, useAccess.getState().accessCode)
    return beginTurn(turn, {
      // A visitor's first id may have come only after the question was on its way.
      askToStop: async (ref) => (canComeBack() ? stopRun(ref, { ...headers, ...visitorHeader() }) : "unkept"),
    })
  },

  ask: (turn, request, running) => askWith(turn, request, running, ceilingHeaders()),

  async rejoin(turn, { signal, showLost }) {
    const run = turn.runId ?? turn.idempotencyKey
    if (run === undefined) return err({ kind: "http", status: 404, message: "" })
    await knowVisitor()
    const own = ownCallOf(turn)
    return followRun({ run, headers: authHeaders(own), signal, ...(own && { provider: own.provider }) }, showLost)
  },

  textLength: ({ sessionId, answerId }) => textOf(messageOf(sessionId, answerId)?.content ?? "").length,

  started: ({ sessionId, answerId }, runId) =>
    dispatch({ type: "answer-started", sessionId, messageId: answerId, runId }),

  resumed: ({ sessionId, answerId }) => dispatch({ type: "answer-resumed", sessionId, messageId: answerId }),

  replayed: ({ sessionId, answerId }, events) =>
    dispatch({ type: "answer-replayed", sessionId, messageId: answerId, events }),

  arrived({ sessionId, answerId, isOwn }, told) {
    // An own key's call is none of our books': it has no price and moves no balance.
    const events = isOwn ? told.filter(({ type }) => type !== "balance") : told
    const askedWith = codeOf.get(answerId) ?? ""
    for (const event of events) if (event.type === "balance") applyBalance(event.balance, askedWith)
    dispatch({ type: "answer-advanced", sessionId, messageId: answerId, events, now: Date.now() })
  },

  callsTools({ sessionId, questionId, answerId }) {
    const answer = messageOf(sessionId, answerId)
    const question = questionId === undefined ? undefined : messageOf(sessionId, questionId)
    if (answer?.streaming !== true || question === undefined) return false
    return callsTools(answer) && toolsFor(sessionOf(sessionId), question).length > 0
  },

  async runTools(turn, running) {
    const code = await import("./run-tools.ts").catch(() => undefined)
    if (code === undefined)
      dispatch({ type: "answer-interrupted", sessionId: turn.sessionId, messageId: turn.answerId })
    return code?.runTools(turn, running, authHeaders(ownCallOf(turn)))
  },

  ended(turn) {
    dispatch({ type: "answer-finished", sessionId: turn.sessionId, messageId: turn.answerId, now: Date.now() })
    keepStorage()
    afterwards(turn)
  },

  failed(turn, failure) {
    dispatch({ type: "answer-failed", sessionId: turn.sessionId, messageId: turn.answerId, failure, now: Date.now() })
    afterwards(turn)
  },

  interrupted: ({ sessionId, answerId }) => dispatch({ type: "answer-interrupted", sessionId, messageId: answerId }),

  async acknowledge(turn, runId) {
    const { sessionId, answerId, idempotencyKey } = turn
    const isStored = await storeStrictly()
    const answer = messageOf(sessionId, answerId)
    // Only who asked tells the server to forget: another device may still want the answer.
    if (!isStored || runId === undefined || idempotencyKey === undefined || (answer && isUnfinished(answer))) return
    void acknowledgeRun(runId, authHeaders(ownCallOf(turn)))
  },

  async remember(sessionId) {
    // Where the code for it cannot be fetched, the next answer tries again.
    const code = await import("./remember.ts").catch(() => undefined)
    await code?.remember(sessionId)
  },
}

function afterwards({ sessionId, questionId, answerId }: Turn): void {
  const question = questionId === undefined ? undefined : messageOf(sessionId, questionId)
  const answer = messageOf(sessionId, answerId)
  if (question === undefined || answer === undefined) return
  // Where the code for it cannot be fetched, the balance is asked for when the page comes back into view.
  void import("./after-answer.ts").then((code) => code.afterAnswer(question, answer)).catch(() => undefined)
}

/** `pastCeilings`: for a message that is to be sent whatever the ceilings say. */
export function chatDepsFor(pastCeilings: boolean): ChatDeps {
  if (!pastCeilings) return chatDeps
  return { ...chatDeps, ask: (turn, request, running) => askWith(turn, request, running, {}) }
}

/** An own key pays its provider, in its provider's words; ceilings are for what we charge. */
async function askWith(
  turn: OwnTurn,
  request: ChatRequest,
  { signal, showLost }: RunningTurn,
  ceilings: Readonly<Record<string, string>>,
) {
  await knowVisitor()
  const own = ownCallOf(turn)
  const headers = { ...authHeaders(own), ...(own === undefined ? ceilings : {}) }
  const safety = own?.provider === "google" && useAccess.getState().own.fields.googleSafetySettings
  const fitting = own === undefined ? request : await fitted(request)
  const call = safety ? { ...fitting, config: { ...fitting.config, safety } } : fitting
  return requestChat({ request: call, headers, ...keyOf(turn), ...(own && { own }), signal }, showLost)
}

/** Where the code for it cannot be fetched, the model's name is what its abilities are guessed from. */
async function fitted(request: ChatRequest): Promise<ChatRequest> {
  const code = await import("./own-abilities.ts").catch(() => undefined)
  return code?.withOwnAbilities(request) ?? request
}

/** Without a key a run lives as long as its connection: of a temporary conversation, the server keeps nothing either. */
function keyOf({ sessionId, idempotencyKey }: OwnTurn): { readonly idempotencyKey?: string } {
  return sessionOf(sessionId).temporary ? {} : { idempotencyKey }
}
