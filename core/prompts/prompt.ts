import { fieldsOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"

/** A saved text that is inserted into the composer by typing "/" and a piece of its title. */
export interface Prompt {
  readonly id: string
  readonly title: string
  readonly content: string
  /** The user's own; the built-in ones are read-only. */
  readonly isUser: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/**
 * The built-in prompts in the interface's language, in English where there are none. The file holds `[title, content]`
 * pairs by language; other entries are ignored, because NextChat's file has some.
 */
export function builtinPrompts(file: unknown, locale: string): readonly Prompt[] {
  const languages = fieldsOf(file)
  const key = Object.hasOwn(languages, locale) ? locale : "en"
  const pairs = languages[key]
  if (!Array.isArray(pairs)) return []
  return pairs.flatMap((pair: unknown, index): Prompt[] => {
    if (!Array.isArray(pair)) return []
    const [title, content]: readonly unknown[] = pair
    if (typeof title !== "string" || typeof content !== "string" || title === "" || content === "") return []
    return [{ id: `builtin-${key}-${index}`, title, content, isUser: false, createdAt: 0 }]
  })
}

/** Reads a stored or imported prompt of the user; undefined for anything else. */
export function readPrompt(value: unknown): Prompt | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const { id, title, content, createdAt } = value as Partial<Record<keyof Prompt, unknown>>
  if (!isRecordId(id) || typeof title !== "string" || typeof content !== "string") return undefined
  return {
    id,
    title,
    content,
    isUser: true,
    createdAt: typeof createdAt === "number" && Number.isFinite(createdAt) ? createdAt : 0,
  }
}
