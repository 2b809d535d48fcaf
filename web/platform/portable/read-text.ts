import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"
import type { EntryReader, Outcome, ReadingContext } from "#core/portable/imported-chat.ts"
import { JsonCutter } from "#core/portable/json-cutter.ts"
import { readMarkdownFile } from "#core/portable/markdown-file.ts"
import { chooseCut, fileReader } from "#core/portable/read-file.ts"
import type { Assets, CopyImage } from "./found-assets.ts"
import { ImportError, isDamage } from "./import-error.ts"
import { bytesOfList, textEncodingOf } from "./text-encoding.ts"
import { chunkBytes, inUtf8, plainSource, wholeText, type TextSource } from "./text-source.ts"

export interface ReadingSink {
  /** Takes what was read so far; nothing is read on before it is done. */
  readonly take: (outcomes: readonly Outcome[], assets: Assets) => Promise<void>
  readonly progress: (doneBytes: number) => void
  readonly otherFile: (name: string) => void
  readonly cutFile: (name: string) => void
  /** A copy of ours was read to its end: nothing else is in the files. */
  readonly copy: (found: FoundCopy) => void
  readonly isCancelled: () => boolean
}

/** What stands in a copy of ours beside its rows. */
export interface FoundCopy {
  readonly head: JsonObject
  readonly images: readonly CopyImage[]
  /** How many rows each store has, as it was noted when the copy was made; empty where it was not. */
  readonly counts: JsonObject
  /** The file that is restored; one that lay in a ZIP by itself. */
  readonly file: File
}

const longestPlainFile = 200 * 1024 * 1024

/** What the texts of one reading share. */
export interface Reading {
  readonly context: ReadingContext
  readonly log: EntryReader
  readonly assets: Assets
  readonly images: readonly CopyImage[]
  readonly sink: ReadingSink
  /** Those that were found so far. */
  readonly copies: FoundCopy[]
}

/** Reads one text. False where nothing in it is a conversation or belongs to one. */
export async function readText(source: TextSource, reading: Reading, before: number): Promise<boolean> {
  const { context, log, assets, images, sink } = reading
  const head = await source.head()
  const encoding = textEncodingOf(head)
  const start = new TextDecoder(encoding)
    .decode(head)
    .trimStart()
    .replace(/^\u{feff}/u, "")
    .trimStart()
  if (start === "") return false
  if (/^\[?\s*\d{1,3}\s*,\s*\d{1,3}\s*,/.test(start) && source.sizeBytes < longestPlainFile) {
    const bytes = bytesOfList(await wholeText(source, encoding))
    if (bytes === undefined) throw new ImportError("damaged", source.name)
    return readText(plainSource(new File([bytes], source.name)), reading, before)
  }
  if (start.startsWith("<")) {
    if (/my\s?activity|minha atividade|gemini|outer-cell/i.test(start)) throw new ImportError("html", source.name)
    return false
  }
  if (!/^[[{]/.test(start)) {
    if (!start.startsWith("#") || source.sizeBytes > longestPlainFile) return false
    const outcomes = readMarkdownFile(await wholeText(source, encoding), context)
    await sink.take(outcomes, assets)
    return outcomes.length > 0
  }
  const reader = fileReader(context, log)
  const decoder = new TextDecoder()
  let ready: Outcome[] = []
  let isKnown = false
  const cutter = new JsonCutter({
    choose: chooseCut,
    textOf: (bytes) => decoder.decode(bytes),
    taken: (path, json) => void ready.push(...reader.value(path, decoder.decode(json))),
    tooLong: () => void ready.push({ kind: "skipped", reason: "damaged" }),
    documentEnd: () => void ready.push(...reader.documentEnd()),
  })
  const give = async () => {
    if (ready.length === 0) return
    if (ready.some(({ kind }) => kind === "future")) throw new ImportError("future", source.name)
    isKnown = true
    const outcomes = ready
    ready = []
    await sink.take(outcomes, assets)
  }
  const stream = encoding === "utf-8" ? source.chunks() : inUtf8(source.chunks(), encoding)
  let done = 0
  let isSound = true
  try {
    for await (const chunk of stream) {
      if (sink.isCancelled()) return true
      // In pieces, so that no more is waiting than a batch or two.
      for (let at = 0; at < chunk.length; at += chunkBytes) {
        cutter.push(chunk.subarray(at, at + chunkBytes))
        await give()
      }
      done += chunk.length
      sink.progress(before + Math.min(done, source.sizeBytes))
    }
  } catch (caught) {
    if (!isDamage(caught)) throw caught
    // What was read of it before is taken.
    isSound = false
  }
  const hasEnded = cutter.end()
  const isWhole = hasEnded && isSound
  if (!hasEnded) ready.push(...reader.documentEnd())
  ready.push(...reader.end())
  await give()
  isKnown ||= reader.isInLog()
  const found = reader.copy()
  const counts = fieldsOf(source.manifest?.["counts"])
  if (found !== undefined) reading.copies.push({ head: found, images, counts, file: source.file })
  isKnown ||= found !== undefined
  if (!isWhole && isKnown) sink.cutFile(source.name)
  if (!isWhole && !isKnown) throw new ImportError("damaged", source.name)
  return isKnown
}
