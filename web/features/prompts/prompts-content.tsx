import { useEffect, useMemo, useState } from "react"
import { findPrompts } from "#core/prompts/find-prompts.ts"
import type { Prompt } from "#core/prompts/prompt.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { refreshPrompts, removePrompt, usePrompts } from "../../state/prompt-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { offerUndo } from "../../ui/offer-undo.ts"
import { showToast } from "../../ui/toast.tsx"
import { PromptForm } from "./prompt-form.tsx"
import { PromptRow } from "./prompt-row.tsx"
import styles from "./prompts.module.css"

/** All prompts: the user's own to add, change and delete, the built-in ones to read. */
export default function PromptsContent({ onClose }: { readonly onClose: () => void }) {
  const t = chapterTexts("prompts")
  const [query, setQuery] = useState("")
  const [edited, setEdited] = useState<Prompt | "new">()
  const { own, builtin } = usePrompts()
  useEffect(() => void refreshPrompts(), [])
  const found = useMemo(() => findPrompts([...own, ...builtin], query), [own, builtin, query])
  const shown = query.trim() === "" ? [...own, ...builtin] : found

  if (edited !== undefined) {
    const isBuiltin = edited !== "new" && !edited.isUser
    const title = edited === "new" ? t.add : isBuiltin ? t.read : t.edit
    return (
      <Dialog open onClose={() => setEdited(undefined)} title={title} size="wide">
        <PromptForm prompt={edited === "new" ? undefined : edited} onDone={() => setEdited(undefined)} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      size="wide"
      actions={
        <Button icon="plus" variant="primary" onClick={() => setEdited("new")}>
          {t.add}
        </Button>
      }
    >
      <div className={styles.list}>
        <input
          type="search"
          data-autofocus
          className={field.field}
          aria-label={t.search}
          placeholder={t.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p className={styles.count} role="status">
          {query.trim() === "" ? t.count(own.length, builtin.length) : t.found(found.length)}
        </p>
        <ul role="list" className={styles.rows}>
          {shown.map((prompt) => (
            <PromptRow
              key={prompt.id}
              prompt={prompt}
              onEdit={() => setEdited(prompt)}
              onDelete={() => void deleteWithUndo(prompt)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

async function deleteWithUndo(prompt: Prompt): Promise<void> {
  const prompts = chapterTexts("prompts")
  const tellFailure = () => showToast({ text: prompts.saveFailed })
  const restore = await removePrompt(prompt).catch(tellFailure)
  if (restore === undefined) return
  offerUndo({ text: prompts.deleted, onUndo: () => void restore().catch(tellFailure) })
}
