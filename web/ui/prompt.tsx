import { createEmitter, useEmitter } from "./emitter.ts"
import { lazyPart } from "./lazy-part.tsx"

export interface TextQuestion {
  /** The window's name and the field's. */
  readonly title: string
  readonly value?: string
  readonly placeholder?: string
  /** Lines of the field; default 3. With one line, Enter confirms. */
  readonly rows?: number
}

/** A question that waits for its text; none where the window was closed instead. */
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

/** The window's code is fetched when something is first asked. */
const PromptDialog = lazyPart(() => import("./prompt-dialog.tsx"))

/** Mounted once by the application. */
export function PromptHost() {
  const question = useEmitter(asked)
  return question && <PromptDialog question={question} onClose={giveUp} onMissing={giveUp} />
}
