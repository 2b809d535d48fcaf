import { fieldsOf, parseJson, type JsonObject } from "#core/lib/fields.ts"
import { databaseVersion } from "../storage/database-version.ts"
import { isPictureName, type Asset } from "./found-assets.ts"
import { ImportError } from "./import-error.ts"
import { plainSource, zipSource, type TextSource } from "./text-source.ts"
import { isBomb, isZip, readZip, unfoldHead, unfoldWhole, ZipError, type ZipEntry } from "./zip-reader.ts"

/** Largest ZIP in a ZIP that is opened: it is unfolded whole. In bytes. */
const largestInside = 256 * 1024 * 1024

export interface FoundSources {
  readonly sources: readonly TextSource[]
  /** What texts may show, by name. */
  readonly assets: readonly [string, Asset][]
  /** Names of what cannot be opened. */
  readonly others: readonly string[]
  /** A copy of ours is among them. */
  readonly isCopy: boolean
  /** Something in an archive opens with a password only. */
  readonly isLocked: boolean
}

/** What stands in the files: texts that may hold conversations, and what those show, also in archives and archives in them. */
export async function findSources(files: readonly File[]): Promise<FoundSources> {
  const sources: TextSource[] = []
  const assets: [string, Asset][] = []
  const others: string[] = []
  let isCopy = false
  let isLocked = false
  // ZIPs that lie in a ZIP are put behind the others: some download several archives as one.
  const open: { readonly file: File; readonly within?: File }[] = files.map((file) => ({ file }))
  let unfoldedBytes = 0
  for (const { file, within } of open) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    if (!(await isZip(file))) {
      assets.push([file.name, { sizeBytes: file.size, head: async () => file, open: async () => file }])
      if (!isPictureName(file.name)) sources.push(plainSource(file))
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    const archive = await openArchive(file, within !== undefined)
    if (archive === undefined) {
      others.push(file.name)
      continue
    }
    const { entries, refused, manifest } = archive
    others.push(...refused)
    isCopy ||= manifest !== undefined
    isLocked ||= archive.isLocked
    if (within !== undefined) {
      unfoldedBytes += entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      if (isBomb(unfoldedBytes, within.size)) throw new ImportError("bomb", within.name)
    }
    for (const entry of entries) {
      const { name, sizeBytes } = entry
      if (manifest === undefined && /\.zip$/i.test(name)) {
        const isOpened = within === undefined && sizeBytes <= largestInside
        // oxlint-disable-next-line no-await-in-loop
        const inside = isOpened ? await unfoldWhole(file, entry).catch(() => undefined) : undefined
        if (inside === undefined) others.push(name)
        else open.push({ file: new File([inside], name), within: file })
        continue
      }
      // What stands beside our own rows is for other programs.
      if (manifest !== undefined && (name === "manifest.json" || name === "backup.json")) continue
      const isText = manifest === undefined ? isTextName(name) : name === "copy.json"
      const label = manifest !== undefined ? file.name : within === undefined ? name : `${file.name}/${name}`
      const asset = within === undefined ? name : file.name
      if (isText) sources.push(zipSource(file, entry, { name: label, asset, manifest }))
      // A text may be one that a conversation names: then it holds none itself.
      if (!isText || manifest === undefined) {
        const [head, whole] = [() => unfoldHead(file, entry), () => unfoldWhole(file, entry)]
        assets.push([name, { sizeBytes, head, open: whole }])
      }
    }
  }
  return { sources, assets, others, isCopy, isLocked }
}

interface Archive {
  readonly entries: readonly ZipEntry[]
  /** Names of what in it is not read. */
  readonly refused: readonly string[]
  readonly isLocked: boolean
  /** What stands beside the rows of a copy of ours; absent in an archive of another program. */
  readonly manifest: JsonObject | undefined
}

/** A damaged archive in another one is undefined: it costs itself. */
async function openArchive(file: File, isInside: boolean): Promise<Archive | undefined> {
  const archive = await readZip(file).catch((trouble: unknown) => {
    if (!(trouble instanceof ZipError)) throw trouble
    if (trouble.trouble === "bomb") throw new ImportError("bomb", file.name)
    if (!isInside) throw new ImportError("damaged", file.name)
  })
  if (archive === undefined) return undefined
  const entries = withoutFolder(archive.entries)
  const manifest = await readManifest(file, entries)
  if (manifest === undefined) return { ...archive, manifest }
  const versions = [
    [manifest["version"], 1],
    [fieldsOf(manifest["schemas"])["database"], databaseVersion],
  ] as const
  if (versions.some(([version, known]) => typeof version === "number" && version > known))
    throw new ImportError("future", file.name)
  return { ...archive, entries, manifest }
}

/** A copy of ours that was unpacked and packed again may lie in a folder with all that it holds: its names begin behind that. */
function withoutFolder(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const head = entries.find(({ name }) => /[/\\]manifest\.json$/.test(name))?.name
  const folder = head?.slice(0, -"manifest.json".length) ?? ""
  if (folder === "" || !entries.every(({ name }) => name.startsWith(folder))) return entries
  return entries.map((entry) => ({ ...entry, name: entry.name.slice(folder.length).replaceAll("\\", "/") }))
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
