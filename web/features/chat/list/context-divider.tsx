import { createContext, useContext } from "react"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { dispatch } from "../../../state/conversation-store.ts"
import styles from "./context-divider.module.css"

/** The message before which the line stands: the first one that is sent along again; "end" when none is yet. */
const DividerContext = createContext<string | undefined>(undefined)
export const DividerProvider = DividerContext.Provider

export function useDividerBefore(messageId: string): boolean {
  return useContext(DividerContext) === messageId
}

/** The index of the line that marks a cleared context among the shown messages; undefined for none. */
export function dividerPlace(
  messages: readonly Message[],
  clearContextIndex: number | undefined,
  isShown: (message: Message) => boolean,
): string | undefined {
  if (clearContextIndex === undefined || clearContextIndex === 0 || messages.length === 0) return undefined
  return messages.slice(clearContextIndex).find(isShown)?.id ?? "end"
}

/** A line through the conversation: what stands above it is no longer sent. */
export function ContextDivider({ sessionId }: { readonly sessionId: string }) {
  const t = texts().talk
  return (
    <div className={styles.divider}>
      <span>{t.contextDivider}</span>
      <button
        type="button"
        onClick={() => {
          // The line goes, and the button on it.
          focusConversation()
          dispatch({ type: "context-restored", sessionId })
        }}
      >
        {t.contextRestore}
      </button>
    </div>
  )
}
