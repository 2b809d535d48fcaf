import { assertNever } from "../lib/assert-never.ts"
import {
  applyToAnswer,
  closeAnswer,
  failAnswer,
  interruptAnswer,
  replayAnswer,
  resumeAnswer,
  unqueueAnswer,
} from "./answer.ts"
import type { Content } from "../gateway/content.ts"
import { renewAnswer, showVersion, withdrawVersion, type Turned } from "./answer-versions.ts"
import type { AnswerEvent } from "./conversation-event.ts"
import { changeSession, withoutKey, type ConversationState } from "./conversation-state.ts"
import type { Message } from "./message.ts"
import { addToStat } from "./session.ts"
import { answerTool, beginRound, beginTool, receiveTools } from "./tool-rounds.ts"

/**
 * Applies an event to an answer. The event names its session and message, so it reaches them whether they are selected,
 * scrolled away or were just deleted.
 */
export function applyAnswerEvent(state: ConversationState, event: AnswerEvent): ConversationState {
  const { sessionId, messageId } = event
  switch (event.type) {
    case "answer-started":
      return changeOpen(state, event, (answer) => ({ ...answer, runId: event.runId }))
    case "answer-advanced":
      return changeOpen(state, event, (answer) => applyToAnswer(answer, event.events, event.now))
    case "answer-finished":
      return end(state, event, event.now, closeAnswer)
    case "answer-failed":
      return end(state, event, event.now, (answer) => failAnswer(answer, event.failure, event.queued))
    case "answer-interrupted":
      return notLive(changeMessage(state, event, interruptAnswer), messageId)
    case "answer-resumed": {
      const resumed = markQuestion(changeMessage(state, event, resumeAnswer), sessionId, messageId, false)
      return resumed === state ? state : { ...resumed, live: { ...state.live, [messageId]: sessionId } }
    }
    case "tools-received":
      return changeMessage(state, event, (answer) => receiveTools(answer, event.tools))
    case "tool-begun":
      return changeMessage(state, event, (answer) => beginTool(answer, event.index))
    case "tool-answered":
      return changeMessage(state, event, (answer) => answerTool(answer, event.index, event.reply))
    case "round-begun":
      return changeMessage(state, event, (answer) => beginRound(answer, event.idempotencyKey))
    case "answer-replayed":
      return changeMessage(state, event, (answer) => replayAnswer(answer, event.events))
    case "answer-retried": {
      const asked = questionOf(state, sessionId, messageId)
      const renewed = changeMessage(state, event, (answer) => renewAnswer(answer, event.answer, asked))
      const retried = askWith(markQuestion(renewed, sessionId, event.answer.id, false), event, event.question)
      if (retried === state) return state
      return { ...retried, live: { ...withoutKey(retried.live, messageId), [event.answer.id]: sessionId } }
    }
    case "version-shown":
      return turn(state, event, (answer, asked) => showVersion(answer, event.step, asked))
    case "answer-withdrawn":
      return turn(state, event, withdrawVersion)
    case "answer-agreed":
      return changeMessage(state, event, (answer) => (answer.queued ? { ...answer, queued: event.queued } : answer))
    case "answer-unqueued":
      return changeMessage(state, event, unqueueAnswer)
    default:
      return assertNever(event)
  }
}

/**
 * Closes an open answer; a second ending changes nothing. An answer that ended with nothing to show takes its question
 * out of the context, too.
 */
function end(
  state: ConversationState,
  { sessionId, messageId }: { readonly sessionId: string; readonly messageId: string },
  now: number,
  close: (answer: Message) => Message,
): ConversationState {
  let closed: Message | undefined
  const ended = changeMessage(state, { sessionId, messageId }, (answer) =>
    answer.streaming ? (closed = close(answer)) : answer,
  )
  if (closed === undefined) return state
  const { isError = false } = closed
  const answer = closed
  const counted = changeSession(ended, sessionId, (session) => ({
    ...session,
    lastUpdate: now,
    stat: addToStat(session.stat, answer),
  }))
  return notLive(isError ? markQuestion(counted, sessionId, messageId, true) : counted, messageId)
}

/** Changes an answer that is still arriving: in the place of one that was taken back, another may stand by now. */
function changeOpen(
  state: ConversationState,
  place: { readonly sessionId: string; readonly messageId: string },
  change: (answer: Message) => Message,
): ConversationState {
  return changeMessage(state, place, (answer) => (answer.streaming ? change(answer) : answer))
}

/** Has an answer show another version, with the words which that one was given for, where its question stands before it still. */
function turn(
  state: ConversationState,
  place: { readonly sessionId: string; readonly messageId: string },
  choose: (answer: Message, asked: Message | undefined) => Turned,
): ConversationState {
  let turned: Turned | undefined
  const asked = questionOf(state, place.sessionId, place.messageId)
  const shown = changeMessage(state, place, (answer) => {
    turned = choose(answer, asked)
    return turned.answer
  })
  if (shown === state || turned === undefined) return state
  const { answer, question } = turned
  return askWith(markQuestion(shown, place.sessionId, place.messageId, answer.isError ?? false), place, question)
}

function questionOf(state: ConversationState, sessionId: string, answerId: string): Message | undefined {
  const messages = state.messages[sessionId]
  const question = messages?.[messages.findLastIndex((message) => message.id === answerId) - 1]
  return question?.role === "user" ? question : undefined
}

/** Replaces the words of the question before an answer; without `question` it stays as it is. */
function askWith(
  state: ConversationState,
  { sessionId, messageId }: { readonly sessionId: string; readonly messageId: string },
  content: Content | undefined,
): ConversationState {
  const question = questionOf(state, sessionId, messageId)
  if (question === undefined || content === undefined || content === question.content) return state
  return changeMessage(state, { sessionId, messageId: question.id }, () => ({ ...question, content }))
}

function changeMessage(
  state: ConversationState,
  { sessionId, messageId }: { readonly sessionId: string; readonly messageId: string },
  change: (message: Message) => Message,
): ConversationState {
  const messages = state.messages[sessionId]
  // From the end: the answer that arrives is nearly always the last message.
  const index = messages?.findLastIndex(({ id }) => id === messageId) ?? -1
  const message = messages?.[index]
  if (messages === undefined || message === undefined) return state
  const changed = change(message)
  if (changed === message) return state
  return { ...state, messages: { ...state.messages, [sessionId]: messages.with(index, changed) } }
}

/** Marks the question before an answer as failed, or clears that mark. */
function markQuestion(
  state: ConversationState,
  sessionId: string,
  answerId: string,
  isError: boolean,
): ConversationState {
  const question = questionOf(state, sessionId, answerId)
  if (question === undefined || (question.isError ?? false) === isError) return state
  const { isError: _, ...unmarked } = question
  return changeMessage(state, { sessionId, messageId: question.id }, () =>
    isError ? { ...question, isError } : unmarked,
  )
}

function notLive(state: ConversationState, messageId: string): ConversationState {
  return messageId in state.live ? { ...state, live: withoutKey(state.live, messageId) } : state
}
