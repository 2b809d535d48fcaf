import { hasContent, type Message, type Queued } from "#core/conversation/message.ts"
import { attachmentsOf } from "#core/conversation/attachment.ts"
import { wordsOf, type Content } from "#core/gateway/content.ts"
import { unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { onReturn } from "../../../platform/browser/on-return.ts"
import { attachAgain } from "../../../state/attachment-store.ts"
import { fillComposer } from "../../../state/composer-focus.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { loadMessages } from "../../../state/stored-conversations.ts"
import { storageStore } from "../../../state/storage-state.ts"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { loadDraft, saveDraft } from "../../../state/drafts.ts"
import { chatDepsFor } from "./chat-deps.ts"
import { agreedOf, consentToQueued, costNow, pastCeilingOf } from "./queue-consent.ts"
import { messageIn } from "./turn-conversation.ts"
import { stopTurn } from "./running-turns.ts"
import { sendQueued } from "./send-message.ts"
import type { OwnTurn } from "./turn.ts"
import { addWaiting, noteTry, removeWaiting, waiting, type Waiting } from "./waiting-list.ts"
import { watchTurn } from "./watch-turn.ts"

/**
 * Has a question that could not be sent wait for a connection, for the price that was shown; undefined in a temporary chat.
 * `pastCeilings`: the user has agreed to send it above their ceilings.
 */
export async function enqueue(
  { sessionId, questionId, answerId, queued }: OwnTurn,
  pastCeilings = false,
): Promise<Queued | undefined> {
  const state = conversationStore.getState()
  const question = messageIn(state, sessionId, questionId)
  const answer = messageIn(state, sessionId, answerId)
  if (question === undefined || answer === undefined || state.sessions[sessionId]?.temporary) return undefined
  lineUp({ sessionId, questionId, answerId })
  startQueue()
  tryLater()
  if (queued) return queued
  const cost = await costNow(sessionId, question)
  return { at: answer.date, ...agreedOf(cost), ...(pastCeilings ? pastCeilingOf(cost) : {}) }
}

/** The same for one that follows others of its conversation; undefined where none of those is to be sent from here, whatever they say. */
export async function enqueueBehind(turn: OwnTurn, pastCeilings: boolean): Promise<Queued | undefined> {
  const listed = new Set(waiting().map(({ answerId }) => answerId))
  const messages = conversationStore.getState().messages[turn.sessionId] ?? []
  const isBehind = messages.some(({ id, queued }) => queued !== undefined && listed.has(id))
  return isBehind ? enqueue(turn, pastCeilings) : undefined
}

/** Has a question that waited, and was taken out with its answer, wait again. */
export function waitAgain(one: Waiting): void {
  lineUp(one)
  startQueue()
  void sendWaiting()
}

/** Puts an answer among those that wait, in the order of its conversation. */
function lineUp(one: Waiting): void {
  const messages = conversationStore.getState().messages[one.sessionId] ?? []
  const place = messages.findIndex(({ id }) => id === one.answerId)
  addWaiting(one, new Set(messages.slice(place + 1).map(({ id }) => id)))
}

let isStarted = false

/** From now on, what waits is sent whenever there may be a connection again. */
export function startQueue(): void {
  if (isStarted) return
  isStarted = true
  onReturn(() => void sendWaiting())
  again = setTimeout(() => void sendWaiting())
}

/** A server may be away, or out of reach, without the browser hearing of it or of its return: how often it is tried, in ms. */
const againMs = 10_000

let isSending = false
let isWantedAgain = false
let again: ReturnType<typeof setTimeout> | undefined

/** Tries to send what waits after a while, from now on: a try that was due before that is put off. */
function tryLater(): void {
  clearTimeout(again)
  again = setTimeout(() => void sendWaiting(), againMs)
}

/**
 * Sends what waits, one after the other, in one tab. The first that finds no connection ends it, unless somebody has asked
 * for it meanwhile: the connection may have come back just then.
 */
export async function sendWaiting(): Promise<void> {
  isWantedAgain = true
  if (isSending) return
  isSending = true
  clearTimeout(again)
  try {
    while (isWantedAgain && navigator.onLine && waiting().length > 0) {
      isWantedAgain = false
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await startConversations()
      // oxlint-disable-next-line no-await-in-loop
      await unlessElsewhere("queue", sendAll)
    }
  } finally {
    isSending = false
    if (waiting().length > 0 && navigator.onLine) tryLater()
  }
}

/** Whatever else waits in a conversation waits for one that is held, so that all are sent in the order of writing. */
async function sendAll(): Promise<void> {
  const seen = new Set<string>()
  const held = new Set<string>()
  const isNext = ({ sessionId, answerId }: Waiting) => !held.has(sessionId) && !seen.has(answerId)
  for (let next = waiting().find(isNext); next !== undefined; next = waiting().find(isNext)) {
    seen.add(next.answerId)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were written
    const outcome = await sendOne(next)
    if (outcome === "unreached") return
    if (outcome === "held") held.add(next.sessionId)
  }
}

/** `over`: it waits no more. `held`: it cannot be sent now, though there may be a connection. */
type Outcome = "over" | "held" | "unreached"

async function sendOne(one: Waiting): Promise<Outcome> {
  const { sessionId, answerId } = one
  await loadMessages(sessionId)
  const state = conversationStore.getState()
  // What cannot be read now may be read later; a conversation that is not in the list is deleted, where the list was read.
  const isDeleted = !(sessionId in state.sessions) && storageStore.getState().state === "ready"
  if (state.messages[sessionId] === undefined && !isDeleted) return "held"
  if (isPutAway(sessionId)) return "held"
  // Nothing is asked about that could not be sent after a yes; and one that is still being asked may be about to wait.
  if (selectAnswering(state, sessionId)) return "held"
  const answer = messageIn(state, sessionId, answerId)
  const before = answer && queuedIn(answer, one.queued)
  const question = questionOf(one)
  if (before === undefined || question === undefined || answer?.idempotencyKey === undefined) return giveUp(one)
  const { consent, queued } = await consentToQueued({ sessionId, answerId, question }, before)
  // Whatever comes now, what was agreed to is not asked about again.
  if (queued !== before) dispatch({ type: "answer-agreed", sessionId, messageId: answerId, queued })
  // A no in a page that nobody sees is nobody's answer: another tab asks, or this one when it is seen again.
  if (consent === "no" && document.hidden) return "held"
  if (consent === "no") {
    cancel(sessionId, answerId)
    return "over"
  }
  // Somebody may have begun to ask here meanwhile, or have taken it back.
  const later = conversationStore.getState()
  const now = messageIn(later, sessionId, answerId)
  if (selectAnswering(later, sessionId) || isPutAway(sessionId)) return "held"
  if (now === undefined || queuedIn(now) === undefined) return giveUp(one)
  noteTry(answerId, queued)
  await watchTurn(sessionId, sendQueued(sessionId, answerId, queued, chatDepsFor(consent === "anyway")))
  if (messageIn(conversationStore.getState(), sessionId, answerId)?.queued !== undefined) return "unreached"
  removeWaiting(answerId)
  return "over"
}

/** Its conversation was deleted, which may still be undone: until then nothing of it is sent or asked about. */
function isPutAway(sessionId: string): boolean {
  return conversationStore.getState().deleted[sessionId] !== undefined
}

/** Ends a try to send a question that waited. Its answer waits as it did before, in no list. */
export function stopTrying(sessionId: string, answer: Message): void {
  const place = { sessionId, messageId: answer.id }
  const { queued = { at: answer.date } } = waiting().find(({ answerId }) => answerId === answer.id) ?? {}
  stopTurn(answer.id)
  removeWaiting(answer.id)
  dispatch({ ...place, type: "answer-replayed", events: [] })
  const failure = { kind: "network", unreached: true } as const
  dispatch({ ...place, type: "answer-failed", failure, now: Date.now(), queued })
}

/** One that was taken back, or whose question is gone, is not sent; where it is still there, it can be asked for by hand. */
function giveUp({ sessionId, answerId }: Waiting): Outcome {
  removeWaiting(answerId)
  dispatch({ type: "answer-unqueued", sessionId, messageId: answerId })
  return "over"
}

/** The question of an answer that waits: the user's message right before it, unless that one is known to be another. */
function questionOf({ sessionId, answerId, questionId }: Waiting): Message | undefined {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const before = messages[messages.findIndex(({ id }) => id === answerId) - 1]
  return before?.role === "user" && (questionId ?? before.id) === before.id ? before : undefined
}

/**
 * Since when an answer's question waits, and for what price; undefined for one that does not. One that was being sent when its
 * page was thrown away waits no more by its row: it was interrupted before anything of its answer had come. `noted`: how it
 * waited until then.
 */
function queuedIn(answer: Message, noted: Queued = { at: answer.date }): Queued | undefined {
  if (answer.queued) return answer.queued
  const isBare = !hasContent(answer) && answer.rounds === undefined
  return answer.interrupted === true && isBare ? noted : undefined
}

/**
 * Takes a message that waits out of its chat. Where its answer was asked for again, the answer before stands there again, with its
 * question. Words that stand in the chat no more go back to the field, with their files.
 */
export function cancel(sessionId: string, answerId: string): void {
  const one = waiting().find((each) => each.answerId === answerId) ?? { sessionId, answerId }
  removeWaiting(answerId)
  const state = conversationStore.getState()
  const answer = messageIn(state, sessionId, answerId)
  // It may have been sent or taken back meanwhile, in another tab too: then there is nothing here to take out.
  if (answer === undefined || queuedIn(answer) === undefined) return
  const question = questionOf(one)
  takeOut(sessionId, answer, question)
  if (question === undefined) return
  const left = messageIn(conversationStore.getState(), sessionId, question.id)
  if (left === undefined || wordsOf(left.content) !== wordsOf(question.content)) {
    void giveBack(sessionId, question.content)
  }
}

function takeOut(sessionId: string, answer: Message, question: Message | undefined): void {
  if (answer.versions === undefined) {
    for (const one of [answer, question]) if (one) dispatch({ type: "message-deleted", sessionId, messageId: one.id })
  } else {
    // The words of another question stay as they are.
    dispatch({ type: question ? "answer-withdrawn" : "answer-unqueued", sessionId, messageId: answer.id })
  }
}

/** Behind what is being written there. It is stored in any case: the field may be on no screen. */
async function giveBack(sessionId: string, content: Content): Promise<void> {
  void attachAgain(sessionId, attachmentsOf(content, newId))
  const [draft, words] = [await loadDraft(sessionId), wordsOf(content)]
  const whole = [draft, words].filter((text) => text !== "").join("\n")
  saveDraft(sessionId, whole)
  if (conversationStore.getState().currentId === sessionId) fillComposer(whole)
}
