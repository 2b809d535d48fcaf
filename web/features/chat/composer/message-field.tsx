import { useLayoutEffect, type KeyboardEvent, type RefObject } from "react"
import { isSubmit } from "#core/settings/submit-key.ts"
import { texts } from "../../../platform/language/texts.ts"
import { useConfig } from "../../../state/config-store.ts"
import { writingDirection } from "../../../message/writing-direction.ts"
import styles from "./composer.module.css"
import { useImeEnter } from "./use-ime-enter.ts"

export interface MessageFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
  /** Takes a key that means something else than writing here; false when it does not. `isBare`: nothing is held with it. */
  readonly onKey: (key: string, isBare: boolean) => boolean
  /** The suggestions, by their elements' ids: their list, and the one the keyboard is at. */
  readonly listId: string
  readonly option: string | undefined
}

/** The field itself: what its keys do, how high it is, where its text begins. */
export function MessageField({ field, text, onChange, onSubmit, onKey, listId, option }: MessageFieldProps) {
  const t = texts().chat
  const submitKey = useConfig((config) => config.submitKey)
  useAutoGrow(field, text)

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return
    const isTaken = onKey(key, !ctrlKey && !shiftKey && !altKey && !metaKey)
    if (!isTaken && !isSubmit({ key, ctrlKey, shiftKey, altKey, metaKey }, submitKey)) return
    event.preventDefault()
    if (!isTaken) onSubmit()
  }
  useImeEnter(field, () => {
    if (onKey("Enter", true)) return true
    if (submitKey === "Enter") onSubmit()
    return submitKey === "Enter"
  })

  return (
    <textarea
      ref={field}
      className={styles.field}
      aria-label={t.message}
      aria-autocomplete="list"
      aria-controls={option === undefined ? undefined : listId}
      aria-activedescendant={option}
      placeholder={t.placeholder}
      rows={1}
      enterKeyHint={submitKey === "Enter" ? "send" : "enter"}
      dir={writingDirection(text)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      // Before the browser lays the text out.
      onPaste={({ currentTarget, clipboardData }) => {
        if (currentTarget.dir === "auto") currentTarget.dir = writingDirection(clipboardData.getData("text/plain"))
      }}
      onKeyDown={onKeyDown}
    />
  )
}

const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content")

/** As high as its text, up to the style's limit. The newer browsers do it alone and without a layout in between. */
function useAutoGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (growsByItself || element === null) return
    element.style.blockSize = "auto"
    element.style.blockSize = `${element.scrollHeight}px`
  }, [field, text])
}
