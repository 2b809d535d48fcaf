import { contentText, filesOf, imagesOf } from "#core/gateway/content.ts"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest, ToolDefinition } from "#core/gateway/chat-request.ts"
import { type Failure, runGone } from "#core/gateway/failure.ts"
import { freeMessageCharacters } from "#core/gateway/limits.ts"
import { modelConfigOf } from "#core/conversation/session.ts"
import { pictureRequest } from "#core/imagegen/picture-answer.ts"
import { costOf } from "#core/conversation/tool-rounds.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { answersWithPicture } from "#core/models/played-roles.ts"
import { followRun, requestChat, type OpenAnswer } from "../../../platform/gateway/gateway-client.ts"
import { acknowledgeRun, stopRun, type Headers } from "../../../platform/gateway/run-client.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import {
  applyBalance,
  authHeaders,
  canComeBack,
  knowVisitor,
  ownCall,
  refreshBalance,
  useAccess,
  visitorHeader,
} from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { isNeverStored } from "../../../state/conversation-list.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { callsTools, seesImages } from "../../../state/model-facts.ts"
import { ceilingHeaders, overCeiling, withSpent } from "./ceilings.ts"
import { chatRequestOf } from "./chat-request.ts"
import { messageIn, sessionIn } from "./turn-conversation.ts"
import type { OwnTurn, Turn, TurnGateway } from "./turn.ts"
import { isFree, ownCallOf } from "./who-pays.ts"

/**
 * With what each turn was asked: another access code may be entered meanwhile, and the run belongs to whoever asked for
 * it.
 */
const askedWith = new WeakMap<Turn, Headers>()

/** Where code that a question needs cannot be fetched, the server cannot be reached either. */
const unreached: Result<never, Failure> = err({ kind: "network", unreached: true })

/** The server as the page's own stores, language and settings have it asked. */
export const pageGateway: TurnGateway = {
  async prepare(turn) {
    const refusal = refusalOf(turn)
    if (refusal) return err(refusal)
    // The visitor's id goes with the question: it is fetched beside the tools, not after them.
    const [tools] = await Promise.all([definitionsOf(turn), knowVisitor()])
    if (tools === undefined) return unreached
    const request = requestOf(turn, tools)
    if (request === undefined) return unreached
    const hasImages = request.messages.some(({ content }) => imagesOf(content).length > 0)
    if (!hasImages) return ok(request)
    const code = await import("./request-images.ts").catch(() => undefined)
    return code === undefined ? unreached : ok(await code.withImages(request))
  },

  async ask(turn, request, watch) {
    const spent = spentIn(turn)
    const over = ownCallOf(turn) === undefined ? overCeiling(spent) : undefined
    if (over) return err(over)
    return askWith(turn, request, watch, ceilingHeaders(spent), (failure) => withSpent(failure, spent))
  },

  async rejoin(turn, { signal, showLost }) {
    const run = turn.runId ?? turn.idempotencyKey
    if (run === undefined) return err(runGone)
    await knowVisitor()
    const own = ownCallOf(turn)
    const headers = authHeaders(own)
    askedWith.set(turn, headers)
    return booked(turn, followRun({ run, headers, signal, ...(own && { provider: own.provider }) }, showLost))
  },

  async stop(turn, run) {
    const headers = askedWith.get(turn) ?? authHeaders(ownCallOf(turn))
    // A visitor's first id may have come only after the question was on its way.
    return canComeBack() ? stopRun(run, { ...headers, ...visitorHeader() }) : "unkept"
  },

  acknowledge: (turn, runId, isPart) => acknowledgeRun(runId, authHeaders(ownCallOf(turn)), isPart),
}

/** For a message that is to be sent whatever the user's ceilings say. */
export const gatewayPastCeilings: TurnGateway = {
  ...pageGateway,
  ask: (turn, request, watch) => askWith(turn, request, watch, {}, (failure) => failure),
}

/** Why the message may not even be sent. */
function refusalOf(turn: OwnTurn): Failure | undefined {
  const { sessionId, questionId, providerName, isOwn } = turn
  const payer = ownCall(providerName)
  if (typeof payer === "string") return { kind: "refused", reason: payer }
  // A call that an own key was to pay is not charged to the balance when the key is gone.
  if (isOwn && payer === undefined) return { kind: "unauthorized" }
  const content = messageIn(conversationStore.getState(), sessionId, questionId)?.content ?? ""
  const hasFiles = imagesOf(content).length + filesOf(content).length > 0
  // What went along would be left out of the picture without a word.
  if (hasFiles && answersWithPicture(turn, useAccess.getState().config.roles))
    return { kind: "refused", reason: "words-only" }
  if (isOwn) return undefined
  const characters = contentText(content).length
  if (!isFree() || characters <= freeMessageCharacters) return undefined
  return { kind: "message-too-long", characters, limit: freeMessageCharacters }
}

/** What the earlier rounds of an answer have cost. */
function spentIn({ sessionId, answerId }: Turn): MicroReais {
  const answer = messageIn(conversationStore.getState(), sessionId, answerId)
  return (answer && costOf(answer)) ?? microReais(0)
}

/** The tools that go along with a question; undefined where their code cannot be fetched. */
async function definitionsOf({
  sessionId,
  questionId,
  model,
  providerName,
}: OwnTurn): Promise<readonly ToolDefinition[] | undefined> {
  const state = conversationStore.getState()
  const question = messageIn(state, sessionId, questionId)
  if (question === undefined || !callsTools({ model, providerName })) return []
  const code = await import("../../../state/tools.ts").catch(() => undefined)
  const tools = await code?.toolsFor(sessionIn(state, sessionId), question)
  return tools?.map(({ definition }) => definition)
}

/** Undefined for a question that was deleted meanwhile: it is not sent. */
function requestOf(turn: OwnTurn, tools: readonly ToolDefinition[]): ChatRequest | undefined {
  const { sessionId, questionId, answerId, model, providerName, isOwn } = turn
  const state = conversationStore.getState()
  const session = sessionIn(state, sessionId)
  const messages = state.messages[sessionId] ?? []
  const index = messages.findIndex((message) => message.id === questionId)
  const question = messages[index]
  if (question === undefined) return undefined
  const answer = messageIn(state, sessionId, answerId)
  const lang = currentLocale()
  const time = new Intl.DateTimeFormat(languageTag(lang), { dateStyle: "full", timeStyle: "short" })
  const request = chatRequestOf({
    session,
    history: messages.slice(0, index),
    question,
    rounds: answer?.rounds,
    tools,
    globalConfig: useConfig.getState().modelConfig,
    model,
    providerName,
    seesImages: seesImages({ model, providerName }),
    isFree: isFree() && !isOwn,
    // The time of the question: under one key, every attempt must send the same body.
    time: time.format(answer?.date),
    lang,
  })
  if (!answersWithPicture({ model, providerName }, useAccess.getState().config.roles)) return request
  return pictureRequest(request, modelConfigOf(session, useConfig.getState().modelConfig))
}

/** An own key pays its provider, in its provider's words; ceilings are for what we charge. */
async function askWith(
  turn: OwnTurn,
  request: ChatRequest,
  { signal, showLost }: Parameters<TurnGateway["ask"]>[2],
  ceilings: Headers,
  told: (failure: Failure) => Failure,
): Promise<Result<OpenAnswer, Failure>> {
  await knowVisitor()
  const own = ownCallOf(turn)
  const auth = authHeaders(own)
  askedWith.set(turn, auth)
  const headers = { ...auth, ...(own === undefined ? ceilings : {}) }
  const fitting = own === undefined ? request : await fitted(request)
  const call = own?.safety ? { ...fitting, config: { ...fitting.config, safety: own.safety } } : fitting
  const asked = requestChat({ request: call, headers, ...keyOf(turn), ...(own && { own }), signal }, showLost)
  const answer = await booked(turn, asked)
  return answer.ok ? answer : err(told(answer.error))
}

/** If its code cannot be fetched, the abilities are derived from the model's name. */
async function fitted(request: ChatRequest): Promise<ChatRequest> {
  const code = await import("./own-abilities.ts").catch(() => undefined)
  return code?.withOwnAbilities(request) ?? request
}

/** Without a key a run lives as long as its connection: of a temporary conversation, the server keeps nothing either. */
function keyOf({ sessionId, idempotencyKey }: OwnTurn): { readonly idempotencyKey?: string } {
  return sessionIn(conversationStore.getState(), sessionId).temporary ? {} : { idempotencyKey }
}

/** The same answer, whose balance is shown when it comes. */
async function booked(turn: Turn, asked: Promise<Result<OpenAnswer, Failure>>): Promise<Result<OpenAnswer, Failure>> {
  const { accessCode } = useAccess.getState()
  const answer = await asked
  if (!answer.ok) {
    // Nobody has this code: the words for it tell where to look, and the page forgets or flags the code.
    if (answer.error.kind !== "unauthorized" || turn.isOwn || accessCode === "") return answer
    void refreshBalance()
    return err({ kind: "user-not-found" })
  }
  const events = balanceShown(answer.value.events, turn.isOwn, accessCode)
  return ok({ ...answer.value, events: picturesKept(events, turn) })
}

/** Pictures go to the browser's store before the answer names them. */
async function* picturesKept(
  events: AsyncIterable<readonly ChatEvent[]>,
  { sessionId }: Turn,
): AsyncGenerator<readonly ChatEvent[]> {
  for await (const bunch of events) {
    const hasPictures = bunch.some(({ type }) => type === "image")
    const code = hasPictures ? await import("./kept-pictures.ts").catch(() => undefined) : undefined
    yield code === undefined ? bunch : await code.withKeptPictures(bunch, isNeverStored(sessionId))
  }
}

async function* balanceShown(
  events: AsyncIterable<readonly ChatEvent[]>,
  isOwn: boolean,
  accessCode: string,
): AsyncGenerator<readonly ChatEvent[]> {
  for await (const bunch of events) {
    // An own key's call is none of our books': it has no price and moves no balance.
    if (isOwn) yield bunch.filter(({ type }) => type !== "balance")
    else {
      for (const event of bunch) if (event.type === "balance") applyBalance(event.balance, accessCode)
      yield bunch
    }
  }
}
