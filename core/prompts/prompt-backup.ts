import { readPrompt, type Prompt } from "./prompt.ts"

/** The version of the collection `nk-prompt` in backups. */
export const promptSchemaVersion = 3

/** The user's prompts as backups store them, in NextChat's shape. */
export interface PromptBackup {
  readonly counter: number
  readonly prompts: Readonly<Record<string, Prompt>>
}

export function promptBackup(own: readonly Prompt[]): PromptBackup {
  return { counter: own.length, prompts: Object.fromEntries(own.map((prompt) => [prompt.id, prompt])) }
}

/**
 * The user's prompts in a stored or imported collection; anything that is no prompt is left out. Before version 3 their
 * ids were numbers that two browsers shared, so they get new ones. The built-in ones, which some versions stored along,
 * are not taken.
 */
export function readPromptBackup(state: unknown, version: number, newId: () => string): readonly Prompt[] {
  const stored: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "prompts") : undefined
  if (typeof stored !== "object" || stored === null) return []
  return Object.entries(stored).flatMap(([key, value]: readonly [string, unknown]) => {
    if (typeof value !== "object" || value === null || Reflect.get(value, "isUser") === false) return []
    const id = version < promptSchemaVersion ? newId() : String(Reflect.get(value, "id") ?? key)
    return readPrompt({ ...value, id }) ?? []
  })
}
