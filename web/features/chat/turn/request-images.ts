import { withImageData } from "#core/conversation/sent-images.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { imageData } from "../../../platform/images/image-data.ts"

/** A request with the pictures it names, out of the browser's store. */
export async function withImages(request: ChatRequest): Promise<ChatRequest> {
  return { ...request, messages: await withImageData(request.messages, imageData) }
}
