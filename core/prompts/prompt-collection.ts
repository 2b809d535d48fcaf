import type { Collection } from "../storage/collection.ts"
import { promptSchemaVersion } from "./prompt-backup.ts"
import { readPrompt, type Prompt } from "./prompt.ts"

/** The user's prompts as they are saved. Of two that were written apart, both texts are kept. */
export const promptCollection = {
  name: "prompts" as const,
  version: promptSchemaVersion,
  read: (stored) => {
    const value = readPrompt(stored)
    return value && { value, isWhole: true }
  },
  shape: { texts: ["content"], least: ["createdAt"], computed: ["isUser"] },
} satisfies Collection<Prompt>
