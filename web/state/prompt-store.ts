import { create } from "zustand"
import { promptCollection } from "#core/prompts/prompt-collection.ts"
import { builtinPrompts, type Prompt } from "#core/prompts/prompt.ts"
import { otherEditions } from "#core/storage/row.ts"
import { newId } from "../platform/browser/new-id.ts"
import { currentLocale } from "../platform/language/language.ts"
import { fetchBuiltinPrompts } from "../platform/storage/builtin-prompts.ts"
import { createCollectionStore } from "./collection-store.ts"

export interface PromptState {
  /** The user's own, the newest first. */
  readonly own: readonly Prompt[]
  readonly builtin: readonly Prompt[]
}

/** The prompts of this browser (`nk-prompt` in backups). */
export const usePrompts = create<PromptState>()(() => ({ own: [], builtin: [] }))

const ownPrompts = createCollectionStore(promptCollection, (a, b) => b.createdAt - a.createdAt)
ownPrompts.use.subscribe(({ records }) => usePrompts.setState({ own: records.map(({ value }) => value) }))

/** Reads the user's prompts, and the built-in ones unless they are here already. */
export async function refreshPrompts(): Promise<void> {
  const readBuiltin = async () => {
    if (usePrompts.getState().builtin.length > 0) return
    usePrompts.setState({ builtin: builtinPrompts(await fetchBuiltinPrompts(), currentLocale()) })
  }
  await Promise.all([ownPrompts.load(), readBuiltin()])
}

export async function addPrompt(title: string, content: string): Promise<void> {
  await ownPrompts.save({ id: newId(), title, content, isUser: true, createdAt: Date.now() })
}

/** Changes one of the user's prompts, which its writer knew as `before`. */
export async function changePrompt(before: Prompt, after: Pick<Prompt, "title" | "content">): Promise<void> {
  await ownPrompts.save({ ...before, ...after }, before)
}

/** Adds prompts of the user's, all of them or none. */
export function addPrompts(prompts: readonly Prompt[]): Promise<void> {
  return ownPrompts.add(prompts)
}

/** Deletes one of the user's prompts; the returned function brings it back. */
export function removePrompt(prompt: Prompt): Promise<() => Promise<void>> {
  return ownPrompts.remove(prompt)
}

/** The texts of a prompt that were written elsewhere while the shown one was, the latest first. */
export function usePromptEditions(id: string | undefined): readonly string[] {
  const row = ownPrompts.use(({ records }) => records.find((one) => one.id === id))
  return otherEditions(row?.sync, "content", row?.value.content).flatMap(({ v }) => (typeof v === "string" ? [v] : []))
}
