import type { ChatMessage, ChatRequest } from "../gateway/chat-request.ts"
import { wordsOf } from "../gateway/content.ts"
import { imageDefaults, imageQualities, imageSizes, imageStyles } from "./image-choices.ts"

/** The options of a picture that answers a message. */
export type PictureOptions = NonNullable<ChatRequest["picture"]>

/** A message for a picture: its own last words and nothing else of the conversation. */
export function pictureRequest(
  request: ChatRequest,
  options: Readonly<Record<keyof PictureOptions, string>>,
): ChatRequest {
  const last = request.messages.findLast(({ role }) => role === "user")
  const words: ChatMessage = { role: "user", content: wordsOf(last?.content ?? "").slice(0, longestPrompt) }
  const { model, providerName } = request.config
  return {
    messages: [words],
    config: { model, providerName, stream: false },
    ...(request.meta && { meta: request.meta }),
    picture: {
      size: imageSizes.find((one) => one === options.size) ?? imageDefaults.size,
      quality: imageQualities.find((one) => one === options.quality) ?? imageDefaults.quality,
      style: imageStyles.find((one) => one === options.style) ?? imageDefaults.style,
    },
  }
}

/** The longest description that the images API takes, in characters. */
const longestPrompt = 4_000
