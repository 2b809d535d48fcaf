import { useId, useRef, useState, type FormEvent } from "react"
import type { Prompt } from "#core/prompts/prompt.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { addPrompt, changePrompt, usePromptEditions } from "../../state/prompt-store.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { sharePrompt } from "./prompt-actions.ts"
import styles from "./prompts.module.css"

/** A prompt to write, to change, or, of the built-in ones, to read and take a copy of. */
export function PromptForm({ prompt, onDone }: { readonly prompt: Prompt | undefined; readonly onDone: () => void }) {
  const t = chapterTexts("prompts")
  const id = useId()
  const [title, setTitle] = useState(prompt?.title ?? "")
  const [content, setContent] = useState(prompt?.content ?? "")
  const [failed, setFailed] = useState(false)
  const isSaving = useRef(false)
  const isBuiltin = prompt !== undefined && !prompt.isUser
  const editions = usePromptEditions(prompt?.id).filter((edition) => edition !== content)
  const isComplete = title.trim() !== "" && content.trim() !== ""

  const save = async () => {
    // Pressed twice, it is saved once.
    if (!isComplete || isSaving.current) return
    isSaving.current = true
    try {
      if (prompt === undefined || isBuiltin) await addPrompt(title.trim(), content.trim())
      else await changePrompt(prompt, { title: title.trim(), content: content.trim() })
      onDone()
    } catch {
      setFailed(true)
    } finally {
      isSaving.current = false
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={`${id}-title`}>{t.name}</label>
      <input
        id={`${id}-title`}
        className={field.field}
        value={title}
        readOnly={isBuiltin}
        maxLength={100}
        data-autofocus
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${id}-content`}>{t.content}</label>
      <textarea
        id={`${id}-content`}
        className={classNames(field.field, styles.content)}
        value={content}
        readOnly={isBuiltin}
        rows={8}
        dir="auto"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setContent(event.target.value)}
      />
      {editions.map((edition) => (
        <section key={edition} className={styles.edition} aria-label={t.otherEdition}>
          <p className={styles.hint}>{t.otherEdition}</p>
          <p dir="auto">{edition}</p>
          <Button onClick={() => setContent(edition)}>{t.useEdition}</Button>
        </section>
      ))}
      <p id={`${id}-hint`} className={styles.hint}>
        {isBuiltin ? t.readOnly : t.placesHint}
      </p>
      {failed && <p role="alert">{t.saveFailed}</p>}
      <div className={styles.buttons}>
        {prompt !== undefined && (
          <IconButton icon="share" label={t.share} onClick={() => void sharePrompt({ title, content })} />
        )}
        <Button onClick={onDone}>{isBuiltin ? texts().shell.back : texts().shell.cancel}</Button>
        <Button type="submit" variant="primary" aria-disabled={!isComplete}>
          {isBuiltin ? t.copy : t.save}
        </Button>
      </div>
    </form>
  )
}
