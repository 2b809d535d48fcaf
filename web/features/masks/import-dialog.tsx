import { useState } from "react"
import { maskFileLimits, readMaskFile, type MaskImport } from "#core/masks/mask-file.ts"
import { newId } from "../../platform/browser/new-id.ts"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { addMasks, refreshMasks, useMasks } from "../../state/mask-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { MaskTile } from "../../masks/mask-tile.tsx"
import styles from "./masks-screen.module.css"

/** Lets the user choose files of masks; `read` is called with what importing them would do. Nothing is stored by that. */
export function pickMaskFiles(read: (found: MaskImport) => void): void {
  pickFiles({ accept: "application/json,.json" }, (files) => void readFiles(files, read))
}

async function readFiles(files: readonly File[], read: (found: MaskImport) => void): Promise<void> {
  const t = chapterTexts("masks")
  if (files.reduce((sum, { size }) => sum + size, 0) > maskFileLimits.bytes) return showToast({ text: t.importLarge })
  await refreshMasks()
  const texts = await Promise.all(files.map((file) => file.text().catch(() => "")))
  const now = Date.now()
  let all: MaskImport | undefined
  for (const text of texts) {
    const earlier = all?.fresh ?? []
    const existing = [...useMasks.getState().own, ...earlier]
    const found = readMaskFile(text.replace(/^\ufeff/, ""), { existing, now: now - earlier.length, newId })
    if (found === undefined) continue
    all = {
      fresh: [...earlier, ...found.fresh],
      known: (all?.known ?? 0) + found.known,
      ignored: [...(all?.ignored ?? []), ...found.ignored],
    }
  }
  if (all === undefined) return showToast({ text: t.importBad })
  read(all)
}

/** What importing would do, and the press that does it. */
export function ImportDialog({ found, onClose }: { readonly found: MaskImport; readonly onClose: () => void }) {
  const t = chapterTexts("masks")
  const [isBusy, setBusy] = useState(false)
  const { fresh, known, ignored } = found
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await addMasks(fresh)
      showToast({ text: t.imported(fresh.length) })
      onClose()
    } catch {
      setBusy(false)
      showToast({ text: t.saveFailed })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.importTitle}
      actions={
        <>
          <Button onClick={onClose}>{texts().shell.cancel}</Button>
          {fresh.length > 0 && (
            <Button variant="primary" aria-busy={isBusy} data-autofocus onClick={() => void run()}>
              {t.import}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.plan} role="status">
        {[
          t.importFresh(fresh.length),
          ...(known > 0 ? [t.importKnown(known)] : []),
          ...ignored.map(({ reason, count }) => t.importIgnored(count, t.reasons[reason])),
        ].join(", ")}
      </p>
      <p className={styles.quiet}>{t.importHint}</p>
      <ul role="list" className={styles.importList}>
        {fresh.slice(0, shownAtOnce).map((mask) => (
          <li key={mask.id}>
            <MaskTile mask={mask} />
            <b dir="auto">{mask.name}</b>
          </li>
        ))}
        {fresh.length > shownAtOnce && <li className={styles.quiet}>+ {fresh.length - shownAtOnce}</li>}
      </ul>
    </Dialog>
  )
}

/** How many of the masks are listed by name. */
const shownAtOnce = 50
