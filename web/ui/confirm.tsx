import { createEmitter, useEmitter } from "./emitter.ts"
import { lazyPart } from "./lazy-part.tsx"
import { useAskedWindow } from "./use-asked-window.ts"

export interface Question {
  readonly text: string
  /** The values that would change, one a line. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  /** The text of the confirming button; default "Confirmar". */
  readonly confirm?: string
  /** Confirming deletes something. */
  readonly danger?: boolean
  /** Takes the question back, which means no. */
  readonly signal?: AbortSignal
}

/** A pending question. */
export type AskedQuestion = Question & { readonly id: number; readonly answer: (yes: boolean) => void }

const asked = createEmitter<AskedQuestion | undefined>(undefined)

let lastId = 0

const ConfirmDialog = lazyPart(() => import("./confirm-dialog.tsx"))

/** Asks the user to confirm and resolves to the answer. Closing the window in any other way means no. */
export function askToConfirm(question: Question): Promise<boolean> {
  giveUp()
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (asked.get()?.id === id) asked.set(undefined)
      resolve(yes)
    }
    question.signal?.addEventListener("abort", () => answer(false))
    asked.set({ ...question, id, answer })
  })
}

/** A question whose window cannot be fetched, or gives way to another, is answered with no. */
function giveUp(): void {
  asked.get()?.answer(false)
}

/** Mounted once by the application. Its window is fetched as soon as there is something to ask about. */
export function ConfirmHost() {
  const question = useEmitter(asked)
  return <ConfirmDialog {...useAskedWindow(question !== undefined, giveUp)} question={question} />
}
