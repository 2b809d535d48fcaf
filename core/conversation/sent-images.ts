import type { ChatMessage } from "../gateway/chat-request.ts"
import type { ContentPart } from "../gateway/content.ts"
import { imageNotes } from "./image-notes.ts"
import { readImageReference } from "./image-reference.ts"

/** How much of a request its pictures may take, in characters: the server takes bodies of 10 MiB. */
const roomCharacters = 8_000_000

/**
 * The messages with each reference to the browser's store replaced by the picture itself. The newest pictures go first
 * where not all fit; in place of the others, and of those the store has lost, stands a note.
 */
export async function withImageData(
  messages: readonly ChatMessage[],
  load: (id: string) => Promise<string | undefined>,
  room: number = roomCharacters,
): Promise<readonly ChatMessage[]> {
  let left = room
  const resolve = async (part: ContentPart): Promise<ContentPart> => {
    if (part.type !== "image_url") return part
    const image = readImageReference(part.image_url.url)
    if (image === undefined) return part
    const url = left > 0 ? await load(image.id) : ""
    if (url === undefined) return { type: "text", text: imageNotes.lost }
    left -= url.length
    if (url === "" || left < 0) {
      left = 0
      return { type: "text", text: imageNotes.older }
    }
    return { type: "image_url", image_url: { ...part.image_url, url } }
  }
  const sent: ChatMessage[] = []
  for (const message of messages.toReversed()) {
    if (message.content === null || typeof message.content === "string") {
      sent.unshift(message)
      continue
    }
    const parts: ContentPart[] = []
    for (const part of message.content.toReversed()) parts.unshift(await resolve(part))
    sent.unshift({ ...message, content: parts })
  }
  return sent
}
