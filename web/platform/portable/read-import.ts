import { geminiReader } from "#core/portable/gemini.ts"
import type { ReadingContext } from "#core/portable/imported-chat.ts"
import { findSources } from "./find-sources.ts"
import { copyImages, picturesOf } from "./found-pictures.ts"
import { ImportError, isDamage } from "./import-error.ts"
import type { FileTrouble } from "./import-messages.ts"
import { readText, type Reading, type ReadingSink } from "./read-text.ts"

/** Troubles of one file for which nothing of the others is taken either. */
const isOfAll: ReadonlySet<FileTrouble> = new Set(["future", "bomb"])

/** The bytes that will be read of some files: what progress is a part of. */
export interface OpenedFiles {
  readonly wholeBytes: number
  readonly read: (sink: ReadingSink) => Promise<void>
}

/** Opens the files that somebody chose or dropped: a file, a ZIP, or several of them that belong together. */
export async function openFiles(files: readonly File[], context: ReadingContext): Promise<OpenedFiles> {
  const { sources, assets, others, isCopy, isLocked } = await findSources(files)
  const ordered = sources.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const pictures = picturesOf(assets)
  const images = isCopy ? copyImages(assets) : []
  return {
    wholeBytes: ordered.reduce((sum, { sizeBytes }) => sum + sizeBytes, 1),
    async read(sink) {
      for (const name of others) sink.otherFile(name)
      let before = 0
      let known = 0
      let trouble: ImportError | undefined
      const reading: Reading = { context, log: geminiReader(context), pictures, images, sink, copies: [] }
      for (const source of ordered) {
        if (sink.isCancelled()) return
        try {
          // oxlint-disable-next-line no-await-in-loop -- one file after the other
          const isKnown = await readText(source, reading, before)
          if (isKnown) known += 1
          if (!isKnown) sink.otherFile(source.name)
        } catch (caught) {
          const told = isDamage(caught) ? new ImportError("damaged", source.name) : caught
          if (!(told instanceof ImportError) || isOfAll.has(told.trouble)) throw caught
          trouble = told
          sink.otherFile(source.name)
        }
        before += source.sizeBytes
        sink.progress(before)
      }
      const late = reading.log.end()
      if (late.length > 0) await sink.take(late, pictures)
      const [copy] = reading.copies
      // Which of them would be restored, and what would become of the others, nobody could tell.
      if (copy !== undefined && known > 1) throw new ImportError("several", copy.file.name)
      if (copy !== undefined) sink.copy(copy)
      if (known === 0) throw trouble ?? new ImportError(isLocked ? "locked" : "unsupported", files[0]?.name)
    },
  }
}
