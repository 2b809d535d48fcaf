import { createEmitter, useEmitter } from "./emitter.ts"
import { holdKeys, type HeldKeys } from "./held-keys.ts"
import { lazyPart } from "./lazy-part.tsx"
import { useAskedWindow } from "./use-asked-window.ts"

export interface TextQuestion {
  /** The window's name and the field's. */
  readonly title: string
  readonly value?: string
  readonly placeholder?: string
  /** The rows of the field; default 3. With one row, Enter confirms. */
  readonly rows?: number
}

/** A pending question; it is answered with undefined when the window is closed instead. */
export type AskedText = TextQuestion & {
  readonly id: number
  readonly answer: (text: string | undefined) => void
  /** Called once its field has the focus: returns what was typed before. */
  readonly takeKeys: () => HeldKeys
}

const asked = createEmitter<AskedText | undefined>(undefined)

let lastId = 0

const PromptDialog = lazyPart(() => import("./prompt-dialog.tsx"))

/** Asks for a text, and resolves to it; undefined when the window was closed instead. */
export function askForText(question: TextQuestion): Promise<string | undefined> {
  giveUp()
  const takeKeys = holdKeys()
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    asked.set({
      ...question,
      id,
      takeKeys,
      answer: (text) => {
        takeKeys()
        if (asked.get()?.id === id) asked.set(undefined)
        resolve(text)
      },
    })
  })
}

function giveUp(): void {
  asked.get()?.answer(undefined)
}

/**
 * Mounted once by the application. Its window is fetched as soon as there is a conversation, because a user who pressed the key
 * for a new name is typing already.
 */
export function PromptHost() {
  const question = useEmitter(asked)
  return <PromptDialog {...useAskedWindow(question !== undefined, giveUp)} question={question} onClose={giveUp} />
}
