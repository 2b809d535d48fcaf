import { create } from "zustand"
import { builtinPrompts, type Prompt } from "#core/prompts/prompt.ts"
import { currentLocale } from "../platform/language.ts"
import { newId } from "../platform/new-id.ts"
import { reportDamaged } from "./damage.ts"
import { reportStorage } from "./storage-state.ts"
import { deletePrompt, fetchBuiltinPrompts, loadPrompts, savePrompt } from "../platform/prompt-storage.ts"

export interface PromptState {
  /** The user's own, the newest first. */
  readonly own: readonly Prompt[]
  readonly builtin: readonly Prompt[]
}

/** The prompts of this browser; `nk-prompt` in the specification's words. */
export const usePrompts = create<PromptState>()(() => ({ own: [], builtin: [] }))

/** Reads the user's prompts, and the built-in ones unless they are here already. */
export async function refreshPrompts(): Promise<void> {
  const readOwn = loadPrompts(reportDamaged).then((prompts) => {
    usePrompts.setState({ own: prompts.toSorted((a, b) => b.createdAt - a.createdAt) })
  })
  const readBuiltin = async () => {
    if (usePrompts.getState().builtin.length > 0) return
    usePrompts.setState({ builtin: builtinPrompts(await fetchBuiltinPrompts(), currentLocale()) })
  }
  await Promise.all([readOwn.catch(reportStorage), readBuiltin()])
}

export async function addPrompt(title: string, content: string): Promise<void> {
  const prompt: Prompt = { id: newId(), title, content, isUser: true, createdAt: Date.now() }
  await savePrompt(prompt)
  usePrompts.setState(({ own }) => ({ own: [prompt, ...own] }))
}

export async function changePrompt(prompt: Prompt): Promise<void> {
  await savePrompt(prompt)
  usePrompts.setState(({ own }) => ({ own: own.map((one) => (one.id === prompt.id ? prompt : one)) }))
}

/** Takes one of the user's prompts away; the function returned brings it back. */
export async function removePrompt(prompt: Prompt): Promise<() => Promise<void>> {
  await deletePrompt(prompt.id)
  usePrompts.setState(({ own }) => ({ own: own.filter(({ id }) => id !== prompt.id) }))
  return async () => {
    await savePrompt(prompt)
    await refreshPrompts()
  }
}
