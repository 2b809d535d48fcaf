import { createEmitter, useEmitter } from "./emitter.ts"
import { PromptDialog } from "./prompt-dialog.tsx"

export interface TextQuestion {
  /** The window's name and the field's. */
  readonly title: string
  readonly value?: string
  readonly placeholder?: string
  /** The rows of the field; default 3. With one row, Enter confirms. */
  readonly rows?: number
}

/** A pending question; it is answered with undefined when the window is closed instead. */
export type AskedText = TextQuestion & { readonly answer: (text: string | undefined) => void }

const asked = createEmitter<AskedText | undefined>(undefined)

/** Asks for a text, and resolves to it; undefined when the window was closed instead. */
export function askForText(question: TextQuestion): Promise<string | undefined> {
  giveUp()
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (text) => {
        asked.set(undefined)
        resolve(text)
      },
    })
  })
}

function giveUp(): void {
  asked.get()?.answer(undefined)
}

/**
 * Mounted once by the application. It is part of the first load, because a user who pressed the key is typing already.
 */
export function PromptHost() {
  const question = useEmitter(asked)
  return question && <PromptDialog question={question} onClose={giveUp} />
}
