import { memo, useState } from "react"
import { texts, withChapters } from "../../../platform/language/texts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { displayNameOf } from "../../../state/model-facts.ts"
import { Icon } from "../../../ui/icon.tsx"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import styles from "./composer.module.css"
import { useAskedModel } from "./use-asked-model.ts"

const ModelDialog = lazyPart(() => withChapters(import("../dialogs/model-dialog.tsx"), "model-list"))

/** Shows which model will answer, and opens the choice. */
export const ModelChip = memo(function ModelChip({ sessionId }: { readonly sessionId: string }) {
  const [open, setOpen] = useState(false)
  const model = useAskedModel(sessionId)
  const name = useAccess(({ config }) => displayNameOf(model, config))
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={texts().chat.chooseModel(name)}
        onClick={() => setOpen(true)}
      >
        <b>{name}</b>
        <Icon name="chevron" size={14} />
      </button>
      {open && (
        <ModelDialog
          onMissing={() => setOpen(false)}
          sessionId={sessionId}
          current={model}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
})
