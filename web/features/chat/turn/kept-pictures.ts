import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { blobOfBase64 } from "../../../platform/gateway/base64-blob.ts"
import { keepGenerated } from "../../../platform/images/generated-image.ts"
import { keepInTime } from "../../../state/keep-image.ts"

/**
 * The same events with each picture in the browser's store and named by its reference: a row of a message is read and
 * written often, and holds no megabytes. Bytes that are no picture stay as they came. No answer waits for a store that does not open, and where it
 * refuses a picture, the event keeps it.
 */
export async function withKeptPictures(
  events: readonly ChatEvent[],
  isTemporary: boolean,
): Promise<readonly ChatEvent[]> {
  return Promise.all(
    events.map(async (event): Promise<ChatEvent> => {
      if (event.type !== "image") return event
      const b64 = event.image.b64 ?? /^data:image\/[\w+.-]{1,40};base64,(.*)$/s.exec(event.image.url ?? "")?.[1]
      if (b64 === undefined) return event
      try {
        const { image } = await keepGenerated(blobOfBase64(b64), { isTemporary, save: keepInTime })
        return { type: "image", image: { url: image } }
      } catch {
        return event
      }
    }),
  )
}
