import type { ChatEvent, GeneratedImage, WebSearch } from "../gateway/chat-event.ts"
import type { Content, ContentPart } from "../gateway/content.ts"
import type { Failure } from "../gateway/failure.ts"
import { assertNever } from "../lib/assert-never.ts"
import { hasContent, type Message, type Queued } from "./message.ts"

/**
 * Applies events of the stream to an answer. The message stays open until one of the endings below. `now` is the time
 * (epoch ms) when they arrived; without it the duration of the thinking stays unknown.
 */
export function applyToAnswer(answer: Message, events: readonly ChatEvent[], now?: number): Message {
  return events.reduce((before, event) => timed(applyEvent(before, event), event, now), answer)
}

/** Measures the thinking: from its first word to the first event that is no thinking. */
function timed(answer: Message, event: ChatEvent, now: number | undefined): Message {
  if (now === undefined || answer.reasoningMs !== undefined) return answer
  if (event.type === "reasoning-delta") {
    return answer.reasoningFrom === undefined ? { ...answer, reasoningFrom: now } : answer
  }
  const isWord = event.type !== "text-delta" || event.text !== ""
  if (answer.reasoningFrom === undefined || !endsThinking.has(event.type) || !isWord) return answer
  return { ...answer, reasoningMs: Math.max(0, now - answer.reasoningFrom) }
}

const endsThinking: ReadonlySet<ChatEvent["type"]> = new Set(["text-delta", "tool-call", "image", "finish", "failure"])

function applyEvent(answer: Message, event: ChatEvent): Message {
  switch (event.type) {
    case "text-delta":
      return event.text === "" ? answer : { ...answer, content: appendText(answer.content, event.text) }
    case "reasoning-delta":
      return event.text === "" ? answer : { ...answer, reasoning: (answer.reasoning ?? "") + event.text }
    case "tool-call": {
      const { id, name, arguments: json, signature } = event.call
      const tools = [...(answer.tools ?? [])]
      tools[Math.min(event.index, tools.length)] = {
        id,
        type: "function",
        function: { name, arguments: json },
        ...(signature !== undefined && { signature }),
      }
      return { ...answer, tools }
    }
    case "citation":
      return { ...answer, citations: [...(answer.citations ?? []), event.citation] }
    case "web-search":
      return { ...answer, searches: withSearch(answer.searches ?? [], event.search) }
    case "image":
      return { ...answer, content: appendImage(answer.content, event.image) }
    case "usage":
      return { ...answer, usage: event.usage }
    case "balance":
      return {
        ...answer,
        cost: event.balance.cost,
        runId: event.balance.runId,
        ...(event.balance.limitedByBalance === true ? { limitedByBalance: true } : {}),
        ...(event.balance.redirected === undefined ? {} : { redirected: event.balance.redirected }),
        ...(event.balance.usage === undefined ? {} : { usage: event.balance.usage }),
      }
    case "finish":
      return { ...answer, finish: event.reason }
    case "failure":
      return { ...answer, failure: event.failure }
    default:
      return assertNever(event)
  }
}

/**
 * Closes an answer whose stream has ended. An ending without any text is a failure of its own, unless the user stopped
 * it. A failure before any content marks the answer as an error; after some, the content stays part of the
 * conversation.
 */
export function closeAnswer(answer: Message): Message {
  const { streaming: _, ...closed } = answer
  const silent = !hasContent(answer)
  const searched = answer.searches?.length ? { searched: true as const } : {}
  const saidNothing: Failure = { kind: "empty-answer", ...searched }
  if (answer.failure) {
    const failure = answer.failure.kind === "empty-answer" ? saidNothing : answer.failure
    return silent ? { ...closed, failure, isError: true } : closed
  }
  const finish = answer.finish ?? "stop"
  // Where tools were called, only the last round must have an answer.
  const { rounds: _rounds, ...lastRound } = answer
  if (!hasContent(lastRound) && finish !== "aborted") {
    return { ...closed, finish, failure: saidNothing, ...(silent ? { isError: true } : {}) }
  }
  return { ...closed, finish }
}

/** Closes an answer with a failure. `queued`: its question waits for a connection. */
export function failAnswer(answer: Message, failure: Failure, queued?: Queued): Message {
  return closeAnswer({ ...answer, failure, ...(queued && { queued }) })
}

/** An answer whose question was never sent, and waits no more. */
export function unqueueAnswer(answer: Message): Message {
  const { queued, ...failed } = answer
  return queued === undefined ? answer : failed
}

/** Marks an answer whose end was not received. Its content is kept; it can be resumed by its run, or asked again. */
export function interruptAnswer(answer: Message): Message {
  const { streaming: _, ...closed } = answer
  return { ...closed, interrupted: true }
}

/**
 * Reopens an answer whose run is read again. The content that had arrived stays visible until the replay has come as
 * far.
 */
export function resumeAnswer(answer: Message): Message {
  const { queued: _queued, interrupted: _interrupted, isError: _isError, failure: _failure, finish, ...open } = answer
  // The run has ended and its tool calls are being executed: the answer resumes there.
  const isAtTools = finish === "tool-calls" && answer.tools?.some(({ received, begun }) => received || begun)
  return { ...open, streaming: true, ...(isAtTools ? { finish } : {}) }
}

/** Rebuilds an answer from the first events of its run, in place of its earlier content. */
export function replayAnswer(answer: Message, events: readonly ChatEvent[]): Message {
  const {
    content: _content,
    reasoning: _reasoning,
    tools: _tools,
    citations: _citations,
    searches: _searches,
    ...bare
  } = answer
  return applyToAnswer({ ...bare, content: "" }, events)
}

/** A search event replaces an earlier one with the same id. */
function withSearch(known: readonly WebSearch[], search: WebSearch): readonly WebSearch[] {
  const before = known.find(({ id }) => id === search.id)
  return before ? known.map((other) => (other === before ? { ...before, ...search } : other)) : [...known, search]
}

function appendText(content: Content, text: string): Content {
  if (typeof content === "string") return content + text
  const last = content.at(-1)
  if (last?.type === "text") return [...content.slice(0, -1), { type: "text", text: last.text + text }]
  return [...content, { type: "text", text }]
}

function appendImage(content: Content, image: GeneratedImage): Content {
  const url = image.url ?? (image.b64 === undefined ? undefined : dataUrl(image.b64))
  if (url === undefined) return content
  const before: readonly ContentPart[] =
    typeof content !== "string" ? content : content === "" ? [] : [{ type: "text", text: content }]
  return [...before, { type: "image_url", image_url: { url } }]
}

/** Detects a picture's type by its first bytes, because some providers send no type and not all of them make PNGs. */
function dataUrl(b64: string): string {
  const type = pictureTypes.find(([head]) => b64.startsWith(head))?.[1] ?? "png"
  return `data:image/${type};base64,${b64}`
}

const pictureTypes = [
  ["/9j/", "jpeg"],
  ["UklGR", "webp"],
  ["R0lGOD", "gif"],
] as const
