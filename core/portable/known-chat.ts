import type { Message } from "../conversation/message.ts"
import { movedMarks } from "../conversation/session.ts"
import { wordsOf } from "../gateway/content.ts"
import { importedId, isImportedId, titleOf, type ImportedChat } from "./imported-chat.ts"

/*
 * What of an imported conversation is here already. The one that is here keeps its line: where the other program went on along
 * another one, that line comes as a copy, "ramo 2", and nothing is put behind messages that it does not follow.
 */

export type Known =
  | { readonly kind: "new" }
  | { readonly kind: "known" }
  /** It is here, and the file has messages after those that are here. */
  | { readonly kind: "grown"; readonly added: number }

/** The messages of a conversation that are not here. */
export function addedTo({ messages }: ImportedChat, known: Known): ImportedChat["messages"] {
  return known.kind === "grown" ? messages.slice(-known.added) : messages
}

/**
 * A conversation whose messages bear ids that are theirs alone. Programs that fork a conversation copy its messages with their ids; here
 * an id stands in one conversation, and whatever is stored under it would be taken out of the other. The id that such a message gets is
 * the same at every import. `here`: the ids of the conversation's messages that are here. `isElsewhere`: whether another one has the id.
 */
export function withOwnIds(
  chat: ImportedChat,
  here: ReadonlySet<string>,
  isElsewhere: (messageId: string) => boolean,
): ImportedChat {
  const taken = new Set<string>()
  const ids = chat.messages.map(({ id }) => {
    const own = importedId(chat.id, "own", id)
    let free = here.has(own) || isElsewhere(id) ? own : id
    for (let time = 2; taken.has(free); time += 1) free = importedId(chat.id, "own", id, time)
    taken.add(free)
    return free
  })
  return ids.every((id, at) => id === chat.messages[at]?.id) ? chat : { ...chat, messages: renamed(chat.messages, ids) }
}

/** Messages under other ids; an answer that names its question names it by the new one. */
function renamed(messages: ImportedChat["messages"], ids: readonly string[]): ImportedChat["messages"] {
  const byOld = new Map(messages.map(({ id }, at) => [id, ids[at] ?? id]))
  const asked = <Answer extends Pick<Message, "questionId">>(answer: Answer): Answer => {
    const questionId = byOld.get(answer.questionId ?? "")
    return questionId === undefined ? answer : { ...answer, questionId }
  }
  return messages.map(({ versions, ...message }, at) => ({
    ...asked(message),
    id: ids[at] ?? message.id,
    ...(versions && { versions: { before: versions.before.map(asked), after: versions.after.map(asked) } }),
  }))
}

/** What of a conversation is here, as far as a file of it is compared with it. */
export interface Here {
  /** The ids of its messages, in order, those that were written here among them. */
  readonly ids: readonly string[]
  /** Of those that are not here, the ones that somebody deleted. */
  readonly deleted: ReadonlySet<string>
  /** Of those that are here, the ones of which the file says something else. */
  readonly changed: ReadonlySet<string>
}

/** Where a line of a file belongs that tells of a conversation which is here. */
export type Place =
  | { readonly kind: "known" }
  /** Behind the last message that is here: the last `added` of the conversation. */
  | { readonly kind: "grown"; readonly chat: ImportedChat; readonly added: number }
  /** Beside it, as a copy. That one may be here, too. */
  | { readonly kind: "beside"; readonly chat: ImportedChat }

/**
 * What a line has that is not here, and where that goes. What somebody deleted does not come back by itself. Only what follows the very
 * last message goes behind it; where somebody went on here, or the line differs before its end, all of it is a copy, which is the same
 * one at every import of that line, however far it has gone. `number`: which branch such a copy is.
 */
export function placeOf(chat: ImportedChat, { ids, deleted, changed }: Here, number: number): Place {
  const here = new Set(ids)
  const messages = chat.messages.filter(({ id }) => here.has(id) || !deleted.has(id))
  const at = messages.findIndex(({ id }) => !here.has(id) || changed.has(id))
  const first = messages[at]
  if (first === undefined) return { kind: "known" }
  const rest = messages.slice(at)
  if (messages[at - 1]?.id === ids.at(-1) && !rest.some(({ id }) => here.has(id)))
    return { kind: "grown", chat: { ...chat, messages }, added: rest.length }
  return { kind: "beside", chat: copyOf({ ...chat, messages }, first.id, number) }
}

/** A line as a branch of its conversation. `own`: the first message that only it has. */
function copyOf(chat: ImportedChat, own: string, branch: number): ImportedChat {
  const { messages, session } = chat
  const id = importedId(chat.id, "line", own)
  const ids = messages.map((message) => importedId(id, message.id))
  const asked = messages.find(({ role }) => role === "user")?.content ?? ""
  const marks = session && {
    ...movedMarks(session, (mark) => Math.min(mark, messages.length)),
    lastSummarizeIndex: Math.min(session.lastSummarizeIndex, messages.length),
  }
  return {
    ...chat,
    id,
    title: titleOf(chat.title, wordsOf(asked)),
    messages: renamed(messages, ids),
    ...(session && { session: { ...session, ...marks } }),
    branch,
  }
}

/**
 * The lines of a conversation of which messages are here: the one that goes on from the last of these takes the place of the first,
 * and that one comes beside it. `here`: the ids of the messages of the first, in order; those that were written here count for nothing.
 * What was deleted of it stands before them. What else the lines have is told by `placeOf`.
 */
export function linesBeside(chats: readonly ImportedChat[], here: readonly string[]): readonly ImportedChat[] {
  const [main, ...branches] = chats
  const last = here.findLast(isImportedId)
  if (main === undefined || last === undefined || holds(main, last)) return chats
  for (const branch of branches) {
    const inPlace = withOwn(branch, undefined)
    const beside = branch.line?.beside
    if (inPlace === undefined || beside === undefined || !holds(inPlace, last)) continue
    const copy = withOwn(main, beside) ?? main
    const { branch: number, ...first } = inPlace
    const others = branches.filter((one) => one !== branch)
    return [
      { ...first, leftOut: main.leftOut },
      { ...copy, leftOut: 0, ...(number ? { branch: number } : {}) },
      ...others,
    ]
  }
  return chats
}

/** Whether nothing of a line is here. */
export function isApart({ messages }: ImportedChat, here: readonly string[]): boolean {
  const ids = new Set(here)
  return !messages.some(({ id }) => ids.has(id))
}

function holds({ messages }: ImportedChat, messageId: string): boolean {
  return messages.some(({ id }) => id === messageId)
}

/** A line with the ids that it would have if it were told by another node; undefined for the first one. */
function withOwn(chat: ImportedChat, own: string | undefined): ImportedChat | undefined {
  if (chat.line === undefined) return undefined
  const { source, sourceId, keys } = chat.line
  const idOf = (key: readonly string[] = []) => importedId(source, sourceId, own, ...key)
  return { ...chat, id: idOf(), messages: chat.messages.map((message, at) => ({ ...message, id: idOf(keys[at]) })) }
}
