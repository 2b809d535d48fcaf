import type { Prompt } from "#core/prompts/prompt.ts"
import { sharedDatabase } from "./database.ts"

const memory = new Map<string, Prompt>()

/** The user's prompts as stored, unchecked. */
export async function loadPrompts(): Promise<readonly unknown[]> {
  const database = await sharedDatabase()
  return database === undefined ? [...memory.values()] : database.getAll("prompts")
}

export async function savePrompt(prompt: Prompt): Promise<void> {
  const database = await sharedDatabase()
  if (database === undefined) memory.set(prompt.id, prompt)
  else await database.put("prompts", prompt)
}

export async function deletePrompt(id: string): Promise<void> {
  const database = await sharedDatabase()
  if (database === undefined) memory.delete(id)
  else await database.delete("prompts", id)
}

/** The file of the built-in prompts; undefined when it cannot be fetched. */
export async function fetchBuiltinPrompts(): Promise<unknown> {
  try {
    const reply = await fetch(`${import.meta.env.BASE_URL}prompts.json`)
    return reply.ok ? await reply.json() : undefined
  } catch {
    return undefined
  }
}
