import type { PromptImport } from "#core/prompts/prompt-file.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { addPrompts } from "../../state/prompt-store.ts"
import { ImportPlan } from "../../ui/import-plan.tsx"
import styles from "./prompts.module.css"

/** What importing a file would do, and the press that does it. */
export function ImportContent({ found, onDone }: { readonly found: PromptImport; readonly onDone: () => void }) {
  return (
    <ImportPlan words={chapterTexts("prompts")} found={found} add={addPrompts} onClose={onDone} size="wide">
      {({ id, title, content }) => (
        <li key={id} className={styles.words}>
          <b dir="auto">{title}</b>
          <span dir="auto">{content.slice(0, 200)}</span>
        </li>
      )}
    </ImportPlan>
  )
}
