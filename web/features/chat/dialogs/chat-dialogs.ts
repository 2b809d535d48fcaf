import { createEmitter, useEmitter } from "../../../ui/emitter.ts"

export interface EditDraft {
  readonly topic: string
  readonly words: string
}

/** A window over the chat. */
export type ChatDialog =
  | {
      readonly kind: "memory"
      readonly sessionId: string
      /** The text at the time when the window was closed, to continue with. */
      readonly draft?: string
    }
  | {
      readonly kind: "edit"
      readonly sessionId: string
      readonly messageId: string
      /** The text at the time when the window was closed, to continue with. */
      readonly draft?: EditDraft
    }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "shortcuts" }
  /** `answerId`: whose question the chosen model is asked. */
  | { readonly kind: "model"; readonly sessionId: string; readonly answerId?: string }
  | { readonly kind: "mask"; readonly sessionId: string }
  | { readonly kind: "settings"; readonly sessionId: string }

const open = createEmitter<ChatDialog | undefined>(undefined)

export function openChatDialog(dialog: ChatDialog): void {
  open.set(dialog)
}

export function closeChatDialog(): void {
  open.set(undefined)
}

export function useChatDialog(): ChatDialog | undefined {
  return useEmitter(open)
}
