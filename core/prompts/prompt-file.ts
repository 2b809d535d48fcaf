import { fieldsOf, isObject, parseJson } from "../lib/fields.ts"
import type { Prompt } from "./prompt.ts"

/** The largest file that is read, in bytes, and the most prompts in it. */
export const promptFileLimits = { bytes: 2_000_000, prompts: 5_000, titleCharacters: 100 } as const

/** The user's prompts as a file: `[{title, content, createdAt}]`. */
export function promptsInFile(own: readonly Prompt[]): readonly object[] {
  return own.map(({ title, content, createdAt }) => ({ title, content, createdAt }))
}

/** What importing a file would do. */
export interface PromptImport {
  /** The prompts that would be added, with new ids. */
  readonly fresh: readonly Prompt[]
  /** How many are here already, or twice in the file. */
  readonly known: number
  readonly ignored: readonly { readonly reason: "incomplete" | "too-many"; readonly count: number }[]
}

export interface PromptImportSource {
  readonly existing: readonly Prompt[]
  readonly now: number
  readonly newId: () => string
}

/** Reads a file of prompts; undefined for one that has none. Nothing is stored by that. */
export function readPromptFile(text: string, { existing, now, newId }: PromptImportSource): PromptImport | undefined {
  const items = itemsOf(parseJson(text))
  if (items === undefined) return undefined
  const seen = new Set(existing.map(sameness))
  const fresh: Prompt[] = []
  let known = 0
  let incomplete = 0
  for (const [at, item] of items.slice(0, promptFileLimits.prompts).entries()) {
    const { title, content, createdAt } = wordsOf(item)
    if (title === "" || content === "") incomplete++
    else if (seen.has(sameness({ title, content }))) known++
    else {
      seen.add(sameness({ title, content }))
      // They keep their order: the list shows the newest first.
      fresh.push({ id: newId(), title, content, isUser: true, createdAt: createdAt ?? now - at })
    }
  }
  const beyond = items.length - promptFileLimits.prompts
  return {
    fresh,
    known,
    ignored: [
      ...(incomplete > 0 ? [{ reason: "incomplete" as const, count: incomplete }] : []),
      ...(beyond > 0 ? [{ reason: "too-many" as const, count: beyond }] : []),
    ],
  }
}

function sameness({ title, content }: Pick<Prompt, "title" | "content">): string {
  return JSON.stringify([title.trim(), content.trim()])
}

function wordsOf(item: unknown) {
  const { title, name, act, content, prompt, createdAt } = fieldsOf(item)
  const [first, second]: readonly unknown[] = Array.isArray(item) ? item : [title ?? name ?? act, content ?? prompt]
  return {
    title: typeof first === "string" ? first.trim().slice(0, promptFileLimits.titleCharacters) : "",
    content: typeof second === "string" ? second.trim() : "",
    createdAt: typeof createdAt === "number" && Number.isFinite(createdAt) ? createdAt : undefined,
  }
}

/**
 * The prompts in a file, whoever wrote it: `[{title, content}]`, `[{act, prompt}]` as in awesome-chatgpt-prompts,
 * `[[title, content]]`, such lists by language, NextChat's stored collection or backup, ours. Those that came with the program are left out of a collection.
 */
function itemsOf(parsed: unknown): readonly unknown[] | undefined {
  if (Array.isArray(parsed)) return parsed.some((item) => Array.isArray(item) || isObject(item)) ? parsed : undefined
  if (!isObject(parsed)) return undefined
  const state = fieldsOf(parsed["state"])
  const collection = [
    parsed["prompts"],
    state["prompts"],
    ...["prompt-store", "nk-prompt", "nk-prompt-store"].flatMap((name) => {
      const store = fieldsOf(parsed[name])
      return [store["prompts"], fieldsOf(store["state"])["prompts"]]
    }),
    fieldsOf(parsed["stores"])["prompts"],
  ].find((one) => typeof one === "object" && one !== null)
  if (collection !== undefined) {
    return Object.values(collection as object)
      .map((item: unknown) => (isObject(fieldsOf(item)["value"]) ? fieldsOf(item)["value"] : item))
      .filter((item) => fieldsOf(item)["isUser"] !== false)
  }
  const lists = Object.values(parsed).filter((one): one is unknown[] => Array.isArray(one))
  const pairs = lists.flat(1).filter((item) => Array.isArray(item) || isObject(item))
  return lists.length > 0 && pairs.length > 0 ? pairs : undefined
}
