import { type Message, saidIn } from "../conversation/message.ts"
import { imagesOf, wordsOf } from "../gateway/content.ts"

/** A part of a shared conversation, in the shape of the ancestor's sharing service. `value` is Markdown. */
export interface ShareItem {
  readonly from: "human" | "gpt"
  readonly value: string
}

/** What of a conversation would leave: words, and the pictures of its questions. */
export interface Shareable {
  readonly items: readonly (ShareItem & { readonly pictures: readonly string[] })[]
  /** The models that answered, in the order in which they first did. */
  readonly models: readonly string[]
}

/**
 * The part of a conversation that may be shared. Reasoning, costs, files, failures and what is still being written stay here.
 * Pictures are named by their references.
 */
export function shareableOf(messages: readonly Message[]): Shareable {
  const models = new Set<string>()
  const items = messages.flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return []
    if (message.streaming || message.isError) return []
    const isUser = message.role === "user"
    const value = (isUser ? wordsOf(message.content) : saidIn(message)).trim()
    const pictures = imagesOf(message.content).map(({ image_url: { url } }) => url)
    if (value === "" && pictures.length === 0) return []
    if (!isUser && message.model) models.add(message.model)
    return [{ from: isUser ? ("human" as const) : ("gpt" as const), value, pictures }]
  })
  return { items, models: [...models] }
}
