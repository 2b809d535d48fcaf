import { useDeferredValue, useEffect, useMemo, useState } from "react"
import { findPrompts } from "#core/prompts/find-prompts.ts"
import type { PromptImport } from "#core/prompts/prompt-file.ts"
import type { Prompt } from "#core/prompts/prompt.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { refreshPrompts, removePrompt, usePrompts } from "../../state/prompt-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { offerUndo } from "../../ui/offer-undo.ts"
import { showToast } from "../../ui/toast.tsx"
import { useMore } from "../../ui/use-more.ts"
import { ImportContent } from "./import-content.tsx"
import { exportPrompts, pickPromptFile } from "./prompt-actions.ts"
import { PromptForm } from "./prompt-form.tsx"
import { PromptRow } from "./prompt-row.tsx"
import styles from "./prompts.module.css"

/** How many prompts are drawn at first. */
const drawnAtOnce = 40

/** All prompts: the user's own to add, change and delete, the built-in ones to read. */
export default function PromptsContent({ onClose }: { readonly onClose: () => void }) {
  const t = chapterTexts("prompts")
  const [query, setQuery] = useState("")
  const [edited, setEdited] = useState<Prompt | "new">()
  const { own, builtin } = usePrompts()
  useEffect(() => void refreshPrompts(), [])
  const [imported, setImported] = useState<PromptImport>()
  const asked = useDeferredValue(query).trim()
  const found = useMemo(() => findPrompts([...own, ...builtin], asked), [own, builtin, asked])
  const shown = asked === "" ? [...own, ...builtin] : found
  const [most, more] = useMore(asked, shown.length, drawnAtOnce)

  if (imported !== undefined) return <ImportContent found={imported} onDone={() => setImported(undefined)} />

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
        <>
          <Button onClick={() => pickPromptFile(setImported)}>{t.import}</Button>
          <Button aria-disabled={own.length === 0} onClick={() => own.length > 0 && exportPrompts(own)}>
            {t.export}
          </Button>
          <Button icon="plus" variant="primary" onClick={() => setEdited("new")}>
            {t.add}
          </Button>
        </>
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
          {asked === "" ? t.count(own.length, builtin.length) : t.found(found.length)}
        </p>
        <ul role="list" className={styles.rows}>
          {shown.slice(0, most).map((prompt) => (
            <PromptRow
              key={prompt.id}
              prompt={prompt}
              onEdit={() => setEdited(prompt)}
              onDelete={() => void deleteWithUndo(prompt)}
            />
          ))}
        </ul>
        {shown.length > most && <div ref={more} className={styles.more} />}
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
