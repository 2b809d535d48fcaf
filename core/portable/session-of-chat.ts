import { fileTextOf } from "../conversation/attachment.ts"
import type { Message } from "../conversation/message.ts"
import type { PlacedMessage } from "../conversation/message-record.ts"
import { storedImageIds } from "../conversation/image-reference.ts"
import { addToStat, newSession, resetStat, type Session } from "../conversation/session.ts"
import { filesOf, type Content, type ContentPart, type FileNote } from "../gateway/content.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { fileBeside, pictureName, type ImportedChat } from "./imported-chat.ts"

/** What an imported conversation goes on with: the reader's own settings. */
export interface ImportDefaults {
  readonly modelConfig: ModelConfig
  readonly lang: string
  /** What a copy of a conversation that branched is called: "Título (ramo 2)". */
  readonly branchTitle: (title: string, branch: number) => string
}

/** The conversation as it is stored. */
export function sessionOfChat(chat: ImportedChat, messages: readonly Message[], defaults: ImportDefaults): Session {
  const { modelConfig, lang, branchTitle } = defaults
  const fresh = newSession({ id: chat.id, now: chat.createdAt, modelConfig, lang })
  const { session = fresh } = chat
  return {
    ...session,
    id: chat.id,
    topic: chat.branch === undefined ? chat.title : branchTitle(chat.title, chat.branch),
    stat: messages.reduce((stat, message) => addToStat(stat, message), resetStat()),
    lastUpdate: chat.updatedAt,
    mask: { ...session.mask, context: chat.context.length > 0 ? chat.context : session.mask.context },
    messageCount: messages.length,
  }
}

/** The messages where they stand: at their times, each after the one before. `after`: the place of the last one that is there. */
export function placedMessages(sessionId: string, messages: readonly Message[], after = 0): readonly PlacedMessage[] {
  let last = after
  return messages.map((message) => {
    const position = Math.max(message.date, last + 1)
    last = position
    const images = storedImageIds(message)
    return { id: message.id, sessionId, position, message, ...(images.length === 0 ? {} : { images }) }
  })
}

/** What a message waits for: a picture, or a file's text, that may lie in the export under a name. */
export type Wanted =
  | { readonly kind: "picture"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly note: FileNote }

/** By which two that wait for the same are known. */
export function wantedKey({ kind, name }: Wanted): string {
  return `${kind} ${name}`
}

export function wantedIn(part: ContentPart): Wanted | undefined {
  if (part.type === "image_url") {
    const name = pictureName(part.image_url.url)
    return name === undefined ? undefined : { kind: "picture", name }
  }
  const name = fileBeside(part)
  return name === undefined || part.file === undefined ? undefined : { kind: "file", name, note: part.file }
}

/** The contents of a message and of its versions. */
function contentsOf({ content, versions }: Message): readonly Content[] {
  return [content, ...[...(versions?.before ?? []), ...(versions?.after ?? [])].map((one) => one.content)]
}

/** What a message and its versions wait for. */
export function wantedBy(message: Message): readonly Wanted[] {
  return contentsOf(message).flatMap((content) =>
    typeof content === "string" ? [] : content.flatMap((part) => wantedIn(part) ?? []),
  )
}

/** How many files of a message and of its versions are there by their names alone. */
export function filesWithoutText(message: Message): number {
  const files = contentsOf(message).flatMap(filesOf)
  return files.filter((part) => part.file?.isCut === true && fileTextOf(part) === "").length
}

/** A message with what it waited for in its place; `found` gives a part for each. */
export function withWanted(message: Message, found: (wanted: Wanted) => ContentPart): Message {
  const fill = <One extends Pick<Message, "content">>(one: One): One => {
    if (typeof one.content === "string") return one
    const parts = one.content.map((part) => {
      const wanted = wantedIn(part)
      return wanted === undefined ? part : found(wanted)
    })
    const words = parts.filter(({ type }) => type === "text")
    return { ...one, content: [...words, ...parts.filter(({ type }) => type !== "text")] }
  }
  const { versions, ...rest } = fill(message)
  if (versions === undefined) return rest
  return { ...rest, versions: { before: versions.before.map(fill), after: versions.after.map(fill) } }
}
