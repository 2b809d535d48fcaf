import { readPrompt, type Prompt } from "#core/prompts/prompt.ts"
import { sharedDatabase } from "./database.ts"
import { readRows, usableRows, type DamagedRow } from "./read-rows.ts"

const memory = new Map<string, Prompt>()

/** The user's prompts. `tellDamaged` hears of the rows that are none. */
export async function loadPrompts(tellDamaged: (rows: readonly DamagedRow[]) => void): Promise<readonly Prompt[]> {
  const database = await sharedDatabase()
  if (database === undefined) return [...memory.values()]
  const read = (row: unknown) => {
    const value = readPrompt(row)
    return value && { value, isWhole: true }
  }
  return usableRows("prompts", await readRows(database, "prompts"), read, tellDamaged)
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
