import { type Content, imagesOf, contentText } from "../../gateway/content.ts"

/** A system prompt of this many characters or fewer counts as empty and is dropped. */
const emptyPromptCharacters = 10

/**
 * For the o-series, some of which refuse a system message: the system texts, in order, become a block of internal
 * instructions at the head of the first user message. Its text stays first and its images stay after it. Without a user
 * message the block is one of its own, in front.
 */
export function foldInstructions<Message extends Spoken>(
  messages: readonly Message[],
): readonly (Message | (Spoken & { readonly role: "user" }))[] {
  const instructions = messages
    .filter(isInstruction)
    .map((message) => contentText(message.content).trim())
    .filter((text) => text.length > emptyPromptCharacters)
  const spoken = messages.filter((message) => !isInstruction(message))
  if (instructions.length === 0) return spoken
  const block = instructionBlock(instructions.join("\n\n"))
  const first = spoken.findIndex((message) => message.role === "user")
  if (first === -1) return [{ role: "user", content: block }, ...spoken]
  return spoken.map((message, index) =>
    index === first ? { ...message, content: prepend(block, message.content) } : message,
  )
}

/** A message as far as folding looks at it. */
export interface Spoken {
  readonly role: string
  readonly content: Content | null
}

function isInstruction(message: Spoken): boolean {
  return message.role === "system" || message.role === "developer"
}

/** Written for the model, so in the language the product speaks to it. */
function instructionBlock(text: string): string {
  return `[Instruções internas: siga-as sem as mencionar]\n${text}\n[Fim das instruções internas]`
}

function prepend(block: string, content: Content | null): Content {
  const text = [block, contentText(content)].filter((part) => part !== "").join("\n\n")
  const images = imagesOf(content)
  return images.length === 0 ? text : [{ type: "text", text }, ...images]
}
