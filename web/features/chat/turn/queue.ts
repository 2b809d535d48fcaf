import { hasContent, type Message, type Queued } from "#core/conversation/message.ts"
import { attachmentsOf } from "#core/conversation/attachment.ts"
import { wordsOf, type Content } from "#core/gateway/content.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { onReturn } from "../../../platform/browser/on-return.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts, loadChapters } from "../../../platform/language/texts.ts"
import { readLocal, writeLocal } from "../../../platform/storage/local-storage.ts"
import { attachAgain } from "../../../state/attachment-store.ts"
import { fillComposer } from "../../../state/composer-focus.ts"
import { conversationStore, dispatch, loadMessages, startConversations } from "../../../state/conversation-store.ts"
import { storageStore } from "../../../state/storage-state.ts"
import { selectAnswering } from "#core/conversation/conversation-state.ts"
import { loadDraft, saveDraft } from "../../../state/drafts.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { askAboutRetry } from "./ceilings.ts"
import { chatDepsFor } from "./chat-deps.ts"
import { messageCost } from "./message-cost.ts"
import { messageIn } from "./turn-conversation.ts"
import { sendQueued } from "./send-message.ts"
import type { OwnTurn } from "./turn.ts"
import { watchTurn } from "./watch-turn.ts"

/** The messages that wait for a connection, in the order in which they were sent. */
const key = "nk-queue"

/** The server forgets a key after a day: what waited longer than this, in ms, might be answered twice. */
const keptMs = 23 * 3_600_000
/** A price above this many times the agreed one is asked about. */
const tolerance = 1.2

interface Waiting {
  readonly sessionId: string
  readonly answerId: string
}

function waiting(): readonly Waiting[] {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isWaiting) : []
  } catch {
    return []
  }
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === "object" && value !== null && "sessionId" in value && "answerId" in value
}

function store(all: readonly Waiting[]): void {
  writeLocal(key, JSON.stringify(all))
}

function leave(answerId: string): void {
  store(waiting().filter((one) => one.answerId !== answerId))
}

/** Has a question that could not be sent wait for a connection, for the price that was shown; undefined in a temporary chat. */
export async function enqueue({ sessionId, questionId, answerId }: OwnTurn): Promise<Queued | undefined> {
  const state = conversationStore.getState()
  const question = messageIn(state, sessionId, questionId)
  if (question === undefined || state.sessions[sessionId]?.temporary) return undefined
  const before = messageIn(state, sessionId, answerId)?.queued
  if (!waiting().some((one) => one.answerId === answerId)) store([...waiting(), { sessionId, answerId }])
  startQueue()
  tryLater()
  return before ?? { at: Date.now(), ...agreedOf(await costOf(sessionId, question)) }
}

/** What asking a question costs by now; undefined where no price is known. */
async function costOf(sessionId: string, { id, content }: Message): Promise<MicroReais | undefined> {
  return (await messageCost(sessionId, content, id).catch(() => undefined))?.cost
}

function agreedOf(cost: MicroReais | undefined): Pick<Queued, "agreedMicro"> {
  return cost === undefined ? {} : { agreedMicro: cost }
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

async function sendAll(): Promise<void> {
  for (let next = firstOf(new Set()), seen = new Set<string>(); next !== undefined; next = firstOf(seen)) {
    seen.add(next.answerId)
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were written
    if (!(await sendOne(next))) return
  }
}

function firstOf(seen: ReadonlySet<string>): Waiting | undefined {
  return waiting().find(({ answerId }) => !seen.has(answerId))
}

/** Resolves to false while there is no connection. */
async function sendOne({ sessionId, answerId }: Waiting): Promise<boolean> {
  await loadMessages(sessionId)
  const before = conversationStore.getState()
  // What cannot be read now may be read later; a conversation that is not in the list is deleted, where the list was read.
  const isDeleted = !(sessionId in before.sessions) && storageStore.getState().state === "ready"
  if (before.messages[sessionId] === undefined && !isDeleted) return true
  const answer = messageIn(before, sessionId, answerId)
  const queued = answer && queuedIn(answer)
  if (queued === undefined) {
    // One that is still being asked may be about to wait.
    if (answer?.streaming !== true) leave(answerId)
    return true
  }
  const consent = await consentTo(sessionId, answerId, queued)
  if (consent === "no") {
    cancel(sessionId, answerId)
    return true
  }
  // Somebody may have begun to ask here meanwhile, or have taken it back.
  const state = conversationStore.getState()
  const now = messageIn(state, sessionId, answerId)
  if (selectAnswering(state, sessionId) || now === undefined || queuedIn(now) === undefined) return true
  await watchTurn(sessionId, sendQueued(sessionId, answerId, chatDepsFor(consent === "anyway")))
  if (messageIn(conversationStore.getState(), sessionId, answerId)?.queued !== undefined) return false
  leave(answerId)
  return true
}

/**
 * Since when an answer's question waits, and for what price; undefined for one that does not. One that was being sent when its
 * page was thrown away waits no more by its row: it was interrupted before anything of its answer had come.
 */
function queuedIn(answer: Message): Queued | undefined {
  if (answer.queued) return answer.queued
  const isBare = !hasContent(answer) && answer.rounds === undefined
  return answer.interrupted === true && isBare ? { at: answer.date } : undefined
}

/** What has waited long, or has become dearer, or lies above a ceiling, is asked about. */
async function consentTo(sessionId: string, answerId: string, { at, agreedMicro }: Queued) {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const question = messages[messages.findIndex(({ id }) => id === answerId) - 1]
  const cost = question && (await costOf(sessionId, question))
  const isOld = Date.now() - at > keptMs
  const isDearer = cost !== undefined && agreedMicro !== undefined && cost > agreedMicro * tolerance
  if (!isOld && !isDearer) return askAboutRetry(sessionId, answerId)
  await loadChapters("queue")
  const t = chapterTexts("queue")
  const words = wordsOf(question?.content ?? "").slice(0, 120)
  const why = isDearer ? t.dearer(formatMoney(cost), formatMoney(microReais(agreedMicro))) : t.old
  return (await askToConfirm({ text: `${why}\n\n“${words}”`, confirm: t.sendNow }))
    ? ("anyway" as const)
    : ("no" as const)
}

/**
 * Takes a message that waits out of its chat. Where its answer was asked for again, the answer before stands there again, with its
 * question. Words that stand in the chat no more go back to the field, with their files.
 */
export function cancel(sessionId: string, answerId: string): void {
  leave(answerId)
  const state = conversationStore.getState()
  const answer = messageIn(state, sessionId, answerId)
  // It may have been sent or taken back meanwhile, in another tab too: then there is nothing here to take out.
  if (answer === undefined || queuedIn(answer) === undefined) return
  const question = questionBefore(sessionId, answerId)
  if (answer.versions) dispatch({ type: "answer-withdrawn", sessionId, messageId: answerId })
  else dispatch({ type: "message-deleted", sessionId, messageId: answerId })
  if (question === undefined) return
  if (!answer.versions) dispatch({ type: "message-deleted", sessionId, messageId: question.id })
  const left = messageIn(conversationStore.getState(), sessionId, question.id)
  if (left === undefined || wordsOf(left.content) !== wordsOf(question.content)) {
    void giveBack(sessionId, question.content)
  }
}

/** The question of an answer: the user's message right before it. */
function questionBefore(sessionId: string, answerId: string): Message | undefined {
  const messages = conversationStore.getState().messages[sessionId] ?? []
  const question = messages[messages.findIndex(({ id }) => id === answerId) - 1]
  return question?.role === "user" ? question : undefined
}

/** Behind what is being written there. It is stored in any case: the field may be on no screen. */
async function giveBack(sessionId: string, content: Content): Promise<void> {
  void attachAgain(sessionId, attachmentsOf(content, newId))
  const [draft, words] = [await loadDraft(sessionId), wordsOf(content)]
  const whole = [draft, words].filter((text) => text !== "").join("\n")
  saveDraft(sessionId, whole)
  if (conversationStore.getState().currentId === sessionId) fillComposer(whole)
}
