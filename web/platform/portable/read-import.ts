import { geminiReader } from "#core/portable/gemini.ts"
import type { ReadingContext } from "#core/portable/imported-chat.ts"
import { findSources } from "./find-sources.ts"
import { assetsOf, copyImages } from "./found-assets.ts"
import { ImportError, isDamage } from "./import-error.ts"
import type { FileTrouble } from "./import-messages.ts"
import { NamedFiles, sourcesInOrder } from "./named-files.ts"
import { isPacked } from "./packed.ts"
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
  const { sources, assets: beside, others, isCopy, isLocked } = await findSources(files)
  const ordered = await sourcesInOrder(sources)
  const assets = assetsOf(beside)
  const images = isCopy ? copyImages(beside) : []
  return {
    wholeBytes: ordered.reduce((sum, { sizeBytes }) => sum + sizeBytes, 1),
    async read(sink) {
      for (const name of others) sink.otherFile(name)
      let before = 0
      let known = 0
      let trouble: ImportError | undefined
      const named = new NamedFiles()
      const log = named.watchedLog(geminiReader(context))
      const reading: Reading = { context, log, assets, images, sink: named.watched(sink), copies: [] }
      for (const source of ordered) {
        if (sink.isCancelled()) return
        // oxlint-disable-next-line no-await-in-loop -- one file after the other
        const use = await named.useOf(source)
        if (use !== "source") {
          before += source.sizeBytes
          if (use === "unknown") sink.otherFile(source.name)
          continue
        }
        try {
          // oxlint-disable-next-line no-await-in-loop
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
      if (late.length > 0) await sink.take(late, assets)
      const [copy] = reading.copies
      // Which of them would be restored, and what would become of the others, nobody could tell.
      if (copy !== undefined && known > 1) throw new ImportError("several", copy.file.name)
      if (copy !== undefined) sink.copy(copy)
      if (known === 0) throw trouble ?? (await nothingIn(files, isLocked))
    },
  }
}

/** Why nothing was recognised in some files. */
async function nothingIn(files: readonly File[], isLocked: boolean): Promise<ImportError> {
  if (isLocked) return new ImportError("locked", files[0]?.name)
  const packed = await Promise.all(files.map(isPacked))
  const at = packed.indexOf(true)
  return new ImportError(at === -1 ? "unsupported" : "packed", files[Math.max(0, at)]?.name)
}
