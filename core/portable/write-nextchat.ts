import type { Message } from "../conversation/message.ts"
import { readImageReference } from "../conversation/image-reference.ts"
import { wholeContent } from "../conversation/message.ts"
import type { Session } from "../conversation/session.ts"
import type { Content, ContentPart } from "../gateway/content.ts"

/*
 * A backup as NextChat reads it: its five stores, bare. It throws where one is missing, and takes what it does not know of a
 * conversation along. Its chats are read by us, too.
 */

/** A conversation as NextChat has it. What it has no word for is only in our own part of the copy. */
export function nextChatSession(session: Session, messages: readonly Message[], unnamed: string): object {
  const { id, topic, memoryPrompt, stat, lastUpdate, lastSummarizeIndex, clearContextIndex, mask } = session
  return {
    id,
    topic: topic === "" ? unnamed : topic,
    memoryPrompt,
    messages: messages.map(nextChatMessage),
    stat,
    lastUpdate,
    lastSummarizeIndex,
    ...(clearContextIndex === undefined ? {} : { clearContextIndex }),
    mask: { ...mask, context: mask.context.map(nextChatMessage) },
  }
}

function nextChatMessage(message: Message): object {
  const { id, date, role, model, isError } = message
  return {
    id,
    // Its lists are sorted by what the engine makes of this text.
    date: new Date(date).toISOString(),
    role,
    content: withoutPictures(wholeContent(message)),
    streaming: false,
    ...(model === undefined ? {} : { model }),
    ...(isError === true ? { isError } : {}),
  }
}

/** It would send our own names of pictures to a provider: a line stands in their place. */
function withoutPictures(content: Content): Content {
  if (typeof content === "string") return content
  const parts = content.map((part): ContentPart => {
    if (part.type === "text") return { type: "text", text: part.text }
    const image = readImageReference(part.image_url.url)
    return image === undefined ? part : { type: "text", text: pictureLine(image.id) }
  })
  return parts.every(({ type }) => type === "text")
    ? parts.map((part) => (part.type === "text" ? part.text : "")).join("\n")
    : parts
}

/** The line that stands in the place of a picture of the store. */
export function pictureLine(id: string): string {
  return `[imagem: images/${id}]`
}

/** The five stores around the chats, which are texts of JSON already. */
export function nextChatBackup(parts: {
  readonly sessions: readonly string[]
  readonly config: object
  readonly masks: object
  readonly prompts: object
}): readonly string[] {
  const json = (value: object) => JSON.stringify(value)
  const rest = [
    `"access-control":{}`,
    `"app-config":${json(parts.config)}`,
    `"mask-store":${json({ masks: parts.masks })}`,
    `"prompt-store":${json({ counter: Object.keys(parts.prompts).length, prompts: parts.prompts })}`,
  ]
  const pieces = [`{"chat-next-web-store":{"sessions":[`]
  for (const [at, session] of parts.sessions.entries()) pieces.push(at === 0 ? session : `,${session}`)
  pieces.push(`],"currentSessionIndex":0,"lastUpdateTime":0},`, rest.join(","), "}")
  return pieces
}
