import { fieldsOf, parseJson, type JsonObject } from "#core/lib/fields.ts"
import { geminiReader } from "#core/portable/gemini.ts"
import type { EntryReader, Outcome, ReadingContext } from "#core/portable/imported-chat.ts"
import { JsonCutter } from "#core/portable/json-cutter.ts"
import { readMarkdownFile } from "#core/portable/markdown-file.ts"
import { chooseCut, fileReader } from "#core/portable/read-file.ts"
import { copyImages, isPictureName, picturesOf, type Asset, type CopyImage, type Pictures } from "./found-pictures.ts"
import { bytesOfList, textEncodingOf } from "./text-encoding.ts"
import { isBomb, isZip, readZip, unfold, unfoldWhole, ZipError, type ZipEntry } from "./zip-reader.ts"
import type { FileTrouble } from "./import-messages.ts"

/** A file that cannot be read at all. */
export class ImportError extends Error {
  readonly trouble: FileTrouble
  readonly fileName: string | undefined
  constructor(trouble: FileTrouble, fileName?: string) {
    super(`a file cannot be imported: ${trouble}`)
    this.trouble = trouble
    this.fileName = fileName
  }
}

export interface ReadingSink {
  /** Takes what was read so far; nothing is read on before it is done. */
  readonly take: (outcomes: readonly Outcome[], pictures: Pictures) => Promise<void>
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

/** One text that may hold conversations. */
interface TextSource {
  readonly name: string
  /** The file in which it is. */
  readonly file: File
  /** What stands beside it where the file is a copy of ours. */
  readonly manifest?: JsonObject | undefined
  readonly sizeBytes: number
  readonly head: () => Promise<Uint8Array<ArrayBuffer>>
  readonly chunks: () => AsyncIterable<Uint8Array<ArrayBuffer>>
}

const headBytes = 65_536
const chunkBytes = 1024 * 1024
const longestPlainFile = 200 * 1024 * 1024
/** Largest ZIP in a ZIP that is opened: it is unfolded whole. In bytes. */
const largestInside = 256 * 1024 * 1024

/** The bytes that will be read of some files: what progress is a part of. */
export interface OpenedFiles {
  readonly wholeBytes: number
  readonly read: (sink: ReadingSink) => Promise<void>
}

/** Opens the files that somebody chose or dropped: a file, a ZIP, or several of them that belong together. */
export async function openFiles(files: readonly File[], context: ReadingContext): Promise<OpenedFiles> {
  const sources: TextSource[] = []
  const assets: [string, Asset][] = []
  const others: string[] = []
  let isCopy = false
  // ZIPs that lie in a ZIP are put behind the others: some download several archives as one.
  const open: { readonly file: File; readonly within?: File }[] = files.map((file) => ({ file }))
  let unfoldedBytes = 0
  for (const { file, within } of open) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    if (!(await isZip(file))) {
      if (isPictureName(file.name)) assets.push([file.name, { sizeBytes: file.size, open: async () => file }])
      else sources.push(plainSource(file))
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    const archive = await readZip(file).catch((trouble: unknown) => {
      if (!(trouble instanceof ZipError)) throw trouble
      if (trouble.trouble === "bomb") throw new ImportError("bomb", file.name)
      // A damaged archive among others costs itself.
      if (within === undefined) throw new ImportError("damaged", file.name)
    })
    if (archive === undefined) {
      others.push(file.name)
      continue
    }
    const { entries, refused } = archive
    others.push(...refused)
    // oxlint-disable-next-line no-await-in-loop
    const manifest = await readManifest(file, entries)
    const version = manifest?.["version"]
    if (typeof version === "number" && version > 1) throw new ImportError("future", file.name)
    isCopy ||= manifest !== undefined
    if (within !== undefined) {
      unfoldedBytes += entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      if (isBomb(unfoldedBytes, within.size)) throw new ImportError("bomb", within.name)
    }
    for (const entry of entries) {
      const { name, sizeBytes } = entry
      if (manifest === undefined && /\.zip$/i.test(name)) {
        if (within !== undefined || sizeBytes > largestInside) others.push(name)
        else {
          // oxlint-disable-next-line no-await-in-loop
          const inside = await unfoldWhole(file, entry).catch(() => undefined)
          if (inside === undefined) others.push(name)
          else open.push({ file: new File([inside], name), within: file })
        }
        continue
      }
      // What stands beside our own rows is for other programs.
      if (manifest !== undefined && (name === "manifest.json" || name === "backup.json")) continue
      const isText = manifest === undefined ? isTextName(name) : name === "copy.json"
      const label = manifest !== undefined ? file.name : within === undefined ? name : `${file.name}/${name}`
      if (isText) sources.push(zipSource(file, entry, { name: label, manifest }))
      else assets.push([name, { sizeBytes, open: () => unfoldWhole(file, entry) }])
    }
  }
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
      if (late.length > 0) await sink.take(late, pictures)
      const [copy] = reading.copies
      // Which of them would be restored, and what would become of the others, nobody could tell.
      if (copy !== undefined && known > 1) throw new ImportError("several", copy.file.name)
      if (copy !== undefined) sink.copy(copy)
      if (known === 0) throw trouble ?? new ImportError("unsupported", files[0]?.name)
    },
  }
}

/** Whether a file of an archive may hold conversations. Pages for people that stand beside the data hold the same again. */
function isTextName(name: string): boolean {
  if (/(^|\/)(chat|index|conversation_viewer)\.html$/i.test(name)) return false
  return /\.(json|jsonl|ndjson|md|txt|html?)$/i.test(name) || !/\.[^./]+$/.test(name)
}

async function readManifest(file: Blob, entries: readonly ZipEntry[]): Promise<JsonObject | undefined> {
  const entry = entries.find(({ name, sizeBytes }) => name === "manifest.json" && sizeBytes < 10_000_000)
  if (entry === undefined) return undefined
  const text = await unfoldWhole(file, entry).then(
    (blob) => blob.text(),
    () => undefined,
  )
  // It may be damaged itself: the rows beside it are not for that.
  if (text === undefined) return entries.some(({ name }) => name === "copy.json") ? {} : undefined
  const manifest = fieldsOf(parseJson(text))
  return manifest["format"] === "prosa-backup" ? manifest : undefined
}

function plainSource(file: File): TextSource {
  return {
    name: file.name,
    file,
    sizeBytes: file.size,
    head: async () => new Uint8Array(await file.slice(0, headBytes).arrayBuffer()),
    async *chunks() {
      for (let at = 0; at < file.size; at += chunkBytes) {
        yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
      }
    },
  }
}

function zipSource(file: File, entry: ZipEntry, beside: Pick<TextSource, "name" | "manifest">): TextSource {
  const chunks = () => unfold(file, entry)
  return {
    ...beside,
    file,
    sizeBytes: entry.sizeBytes,
    async head() {
      for await (const chunk of chunks()) return chunk.subarray(0, headBytes)
      return new Uint8Array()
    },
    chunks,
  }
}

function isDamage(caught: unknown): boolean {
  return caught instanceof ZipError && caught.trouble === "damaged"
}

/** Troubles of one file for which nothing of the others is taken either. */
const isOfAll: ReadonlySet<FileTrouble> = new Set(["future", "bomb"])

/** What the texts of one reading share. */
interface Reading {
  readonly context: ReadingContext
  readonly log: EntryReader
  readonly pictures: Pictures
  readonly images: readonly CopyImage[]
  readonly sink: ReadingSink
  /** Those that were found so far. */
  readonly copies: FoundCopy[]
}

/** Reads one text. False where nothing in it is a conversation or belongs to one. */
async function readText(source: TextSource, reading: Reading, before: number): Promise<boolean> {
  const { context, log, pictures, images, sink } = reading
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
    await sink.take(outcomes, pictures)
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
    await sink.take(outcomes, pictures)
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

async function wholeText(source: TextSource, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding)
  let text = ""
  for await (const chunk of source.chunks()) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function* inUtf8(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  encoding: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const [decoder, encoder] = [new TextDecoder(encoding), new TextEncoder()]
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}
