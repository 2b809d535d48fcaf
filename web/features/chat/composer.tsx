import { useImperativeHandle, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent, type Ref } from "react"
import { isSubmit } from "#core/settings/submit-key.ts"
import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { Icon } from "../../ui/icon.tsx"
import { askAboutCost } from "./ceilings.ts"
import styles from "./composer.module.css"
import { CostEstimate } from "./cost-estimate.tsx"
import { ModelChip } from "./model-chip.tsx"
import { useDraft } from "./use-draft.ts"
import { useSendMessage } from "./use-send-message.ts"

export interface ComposerHandle {
  /** Puts a text in, and the caret behind it. Nothing is sent. */
  readonly fill: (text: string) => void
}

/** The place to write. It knows only whether an answer arrives, not the answer: a word arriving does not touch it. */
export function Composer({ sessionId, ref }: { readonly sessionId: string; readonly ref: Ref<ComposerHandle> }) {
  const t = texts().chat
  const submitKey = useConfig((config) => config.submitKey)
  const { answering, send, stop } = useSendMessage(sessionId)
  const { text, change } = useDraft(sessionId)
  const field = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(ref, () => ({
    fill: (filled) => {
      change(filled)
      const element = field.current
      requestAnimationFrame(() => {
        element?.focus()
        element?.setSelectionRange(filled.length, filled.length)
      })
    },
  }))
  useAutoGrow(field, text)

  const submit = () => {
    if (answering !== undefined || text.trim() === "") return
    askAboutCost(sessionId, text.trim(), (pastCeilings) => {
      send(text.trim(), pastCeilings)
      change("")
      field.current?.focus()
    })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey, nativeEvent } = event
    const { isComposing, keyCode } = nativeEvent
    if (!isSubmit({ key, ctrlKey, shiftKey, altKey, metaKey, isComposing, keyCode }, submitKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onPointerDown={(event) => {
        // The whole box is the field: pressing beside its controls goes on writing.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        field.current?.focus()
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t.message}
        placeholder={t.placeholder}
        rows={1}
        enterKeyHint={submitKey === "Enter" ? "send" : "enter"}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.tools}>
        <ModelChip sessionId={sessionId} />
        <CostEstimate sessionId={sessionId} text={text} />
        {answering === undefined ? (
          <button
            type="submit"
            className={styles.send}
            aria-label={t.send}
            title={t.send}
            // Not disabled: it takes the place of the stop button, and the focus on that must not be lost.
            aria-disabled={text.trim() === ""}
          >
            <Icon name="send" />
          </button>
        ) : (
          <button
            type="button"
            className={styles.send}
            aria-label={t.stop}
            title={t.stop}
            onClick={() => stop(answering)}
          >
            <span className={styles.stop} />
          </button>
        )}
      </div>
    </form>
  )
}

const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content")

/** As high as its text, up to the style's limit. The newer browsers do it alone and without a layout in between. */
function useAutoGrow(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (growsByItself || element === null) return
    element.style.blockSize = "auto"
    element.style.blockSize = `${element.scrollHeight}px`
  }, [field, text])
}
