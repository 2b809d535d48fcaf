import type { Prompt } from "#core/prompts/prompt.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { IconButton } from "../../ui/button.tsx"
import styles from "./prompts.module.css"

export interface PromptRowProps {
  readonly prompt: Prompt
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** A prompt in the list: its name, how it begins, and what can be done with it. */
export function PromptRow({ prompt, onEdit, onDelete }: PromptRowProps) {
  const t = chapterTexts("prompts")
  const { title, content, isUser } = prompt
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <b dir="auto">{title}</b>
        <span dir="auto">{content}</span>
      </div>
      {isUser && <small className={styles.mine}>{texts().composer.ownPrompt}</small>}
      <IconButton
        icon={isUser ? "edit" : "eye"}
        label={isUser ? t.editOne(title) : t.readOne(title)}
        onClick={onEdit}
      />
      {isUser && <IconButton icon="trash" label={t.deleteOne(title)} onClick={onDelete} />}
    </li>
  )
}
