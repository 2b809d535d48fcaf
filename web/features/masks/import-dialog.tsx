import { maskFileLimits, readMaskFile, type MaskImport } from "#core/masks/mask-file.ts"
import { newId } from "../../platform/browser/new-id.ts"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { addMasks, refreshMasks, useMasks } from "../../state/mask-store.ts"
import { ImportPlan } from "../../ui/import-plan.tsx"
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
      lostMessages: (all?.lostMessages ?? 0) + found.lostMessages,
    }
  }
  if (all === undefined) return showToast({ text: t.importBad })
  read(all)
}

/** What importing would do, and the press that does it. */
export function ImportDialog({ found, onClose }: { readonly found: MaskImport; readonly onClose: () => void }) {
  const t = chapterTexts("masks")
  const notes = found.lostMessages > 0 ? [t.importLost(formatCount(found.lostMessages))] : []
  return (
    <ImportPlan words={t} found={found} notes={notes} add={addMasks} onClose={onClose}>
      {(mask) => (
        <li key={mask.id} className={styles.toImport}>
          <MaskTile mask={mask} />
          <b dir="auto">{mask.name}</b>
        </li>
      )}
    </ImportPlan>
  )
}
