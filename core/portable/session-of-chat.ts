import type { Message } from "../conversation/message.ts"
import type { PlacedMessage } from "../conversation/message-record.ts"
import { storedImageIds } from "../conversation/image-reference.ts"
import { addToStat, newSession, resetStat, type Session } from "../conversation/session.ts"
import type { ContentPart } from "../gateway/content.ts"
import type { ModelConfig } from "../settings/model-config.ts"
import { pictureName, type ImportedChat } from "./imported-chat.ts"

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

/** The names of the pictures that a message waits for, those of its versions too. */
export function picturesWanted(message: Message): readonly string[] {
  const others = message.versions === undefined ? [] : [...message.versions.before, ...message.versions.after]
  return [message, ...others].flatMap(({ content }) =>
    typeof content === "string"
      ? []
      : content.flatMap((part) => (part.type === "image_url" ? (pictureName(part.image_url.url) ?? []) : [])),
  )
}

/** A message with its pictures in their places; `found` gives a part for each name. */
export function withPictures(message: Message, found: (name: string) => ContentPart): Message {
  const fill = <One extends Pick<Message, "content">>(one: One): One => {
    if (typeof one.content === "string") return one
    const parts = one.content.map((part) => {
      const name = part.type === "image_url" ? pictureName(part.image_url.url) : undefined
      return name === undefined ? part : found(name)
    })
    const words = parts.filter(({ type }) => type === "text")
    return { ...one, content: [...words, ...parts.filter(({ type }) => type !== "text")] }
  }
  const { versions, ...rest } = fill(message)
  if (versions === undefined) return rest
  return { ...rest, versions: { before: versions.before.map(fill), after: versions.after.map(fill) } }
}
