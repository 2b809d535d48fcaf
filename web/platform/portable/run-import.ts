import type { ContentPart } from "#core/gateway/content.ts"
import { filePart } from "#core/conversation/attachment.ts"
import { imageReference } from "#core/conversation/image-reference.ts"
import { importedId, type ImportedChat, type ReadingContext } from "#core/portable/imported-chat.ts"
import { gapsIn, withGapsFilled } from "#core/portable/gaps.ts"
import { addedTo, type Known } from "#core/portable/known-chat.ts"
import {
  filesWithoutText,
  sessionOfChat,
  wantedBy,
  wantedKey,
  withWanted,
  type ImportDefaults,
  type Wanted,
} from "#core/portable/session-of-chat.ts"
import { readDocument } from "../files/read-document.ts"
import { encodeImage } from "../images/encode-image.ts"
import type { ImageRow, ProsaDatabase } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import type { Assets } from "./found-assets.ts"
import type { ImportHabits, ImportReport } from "./import-messages.ts"
import { broughtAny, noteImport, type ImportNote } from "./import-notes.ts"
import { writeFilled, type FilledMessage } from "./fill-messages.ts"
import { knownRecords, writeChats, writeRecords, type ChatToWrite } from "./import-store.ts"
import { Tally } from "./import-tally.ts"
import { Brought, knownChats, StoredMessageIds } from "./known-chats.ts"
import { openFiles } from "./read-import.ts"
import type { ReadingSink } from "./read-text.ts"

/** Conversations written at once. */
const batchSize = 50

/** How dates are read in this browser. */
export function readingContext(now: number): ReadingContext {
  const order = new Intl.DateTimeFormat().formatToParts().map(({ type }) => type)
  return {
    now,
    isDayFirst: order.indexOf("day") < order.indexOf("month"),
    epochOf: (year, month, day, hour, minute, second) => new Date(year, month - 1, day, hour, minute, second).getTime(),
    parseIso: (text) => Date.parse(text),
  }
}

export interface ImportRun {
  readonly database: ProsaDatabase
  readonly files: readonly File[]
  readonly habits: ImportHabits
  /** Whether anything is written; otherwise it is only counted what would be. */
  readonly isWriting: boolean
  readonly progress: (done: number, whole: number) => void
  readonly isCancelled: () => boolean
}

/** Reads files, and writes what they hold beside what is here. What is said at the end adds up: each entry is in it once. */
export async function runImport({
  database,
  files,
  habits,
  isWriting,
  progress,
  isCancelled,
}: ImportRun): Promise<ImportReport> {
  const context = readingContext(habits.now)
  const opened = await openFiles(files, context)
  const tally = new Tally()
  const stamps = new Set<string>()
  const brought = {
    sessions: new Set<string>(),
    /** Messages of conversations that were here before. */
    added: new Map<string, readonly string[]>(),
    records: [] as ImportNote["records"][number][],
  }
  const importId = importedId(habits.now, ...files.map(({ name, size }) => `${name} ${size}`))
  /** The conversations of the files so far; one that is in them again may have grown between them. */
  const seen = new Set<string>()
  /** Those of them that are not judged yet. */
  const unjudged = new Set<string>()
  /** What would be here by now, where nothing is written. */
  const wouldBe = new Brought()
  const stored = new StoredMessageIds()
  /** Messages that were here, and lack no more what the files have of it. */
  const complete = new Set<string>()
  let waiting: Waiting[] = []

  const note = (): ImportNote => ({
    id: importId,
    at: habits.now,
    sources: [...tally.sources],
    sessions: [...brought.sessions],
    added: [...brought.added],
    records: brought.records,
    stamps: [...stamps],
  })
  const noteChat = (chat: ImportedChat, known: Known) => {
    const { sessions, added } = brought
    if (known.kind === "new") sessions.add(chat.id)
    else if (!sessions.has(chat.id))
      added.set(chat.id, [...(added.get(chat.id) ?? []), ...addedTo(chat, known).map(({ id }) => id)])
  }
  const write = async () => {
    const entries = waiting
    waiting = []
    unjudged.clear()
    const judged = await knownChats(
      database,
      entries.map(({ chats }) => chats),
      { brought: wouldBe, stored },
    )
    const toWrite: ChatToWrite[] = []
    const filled: FilledMessage[] = []
    for (const [at, { assets, isAgain }] of entries.entries()) {
      const lines = judged[at] ?? []
      const before = filled.length
      for (const { chat, known } of lines) {
        // oxlint-disable-next-line no-await-in-loop
        filled.push(...(await filledIn(chat, known, assets)))
      }
      tally.entry(lines, { isAgain, isFilled: filled.length > before })
      for (const { chat, known } of lines) {
        // oxlint-disable-next-line no-await-in-loop -- pictures of one conversation at a time are little memory
        if (known.kind !== "known") toWrite.push(await dressed(chat, known, assets))
      }
    }
    if (!isWriting) {
      for (const { chat, known } of toWrite) wouldBe.add(chat.id, addedTo(chat, known))
    }
    if (!isWriting) return
    if (filled.length > 0) await writeFilled(database, filled)
    if (toWrite.length === 0) return
    for (const { chat, known } of toWrite) noteChat(chat, known)
    await writeChats(database, toWrite, (stamp) => {
      if (stamp !== undefined) stamps.add(stamp)
      return note()
    })
    for (const { chat, known } of toWrite) stored.add(addedTo(chat, known))
  }
  /** What of a conversation that is here lacked pictures, or texts of files, with those that the files have. */
  const filledIn = async (chat: ImportedChat, known: Known, assets: Assets): Promise<readonly FilledMessage[]> => {
    if (known.kind === "new") return []
    const here = known.kind === "grown" ? chat.messages.slice(0, -known.added) : chat.messages
    const filled: FilledMessage[] = []
    for (const told of here) {
      if (complete.has(told.id) || wantedBy(told).length === 0) continue
      // oxlint-disable-next-line no-await-in-loop -- few messages have any
      const before = readMessageRow(await database.get("messages", told.id))?.value
      if (before?.sessionId !== chat.id) continue
      const idOf = (name: string) => pictureId(chat.id, name)
      const images: ImageRow[] = []
      const parts = new Map<string, ContentPart>()
      for (const gap of gapsIn(before.message, told, idOf)) {
        if (parts.has(wantedKey(gap))) continue
        // oxlint-disable-next-line no-await-in-loop
        const part = await foundFor(gap, assets, { chatId: chat.id, images })
        if (part === undefined) continue
        parts.set(wantedKey(gap), part)
        if (gap.kind === "picture") tally.picture(true)
      }
      if (parts.size === 0) continue
      complete.add(told.id)
      filled.push({ before, message: withGapsFilled(before.message, told, idOf, parts), images })
    }
    return filled
  }
  /** Of a picture the first bytes tell while it is only counted; what a file says is known once it is read. */
  const foundFor: typeof found = async (gap, assets, beside) => {
    if (isWriting || gap.kind === "file") return found(gap, assets, beside)
    return (await isIn(assets, gap)) ? { type: "text", text: "" } : undefined
  }
  const dressed = async (chat: ImportedChat, known: Known, assets: Assets): Promise<ChatToWrite> => {
    const images: ImageRow[] = []
    const parts = new Map<string, ContentPart>()
    const added = addedTo(chat, known)
    const wanted = new Map(added.flatMap(wantedBy).map((one) => [wantedKey(one), one]))
    for (const [key, one] of wanted) {
      // oxlint-disable-next-line no-await-in-loop
      const part = isWriting ? await found(one, assets, { chatId: chat.id, images }) : undefined
      if (part !== undefined) parts.set(key, part)
      // oxlint-disable-next-line no-await-in-loop
      const isThere = isWriting ? part !== undefined : await isIn(assets, one)
      if (one.kind === "picture") tally.picture(isThere)
      else if (!isThere) tally.missingFiles += 1
    }
    tally.missingFiles += added.reduce((sum, message) => sum + filesWithoutText(message), 0)
    const place = (one: Wanted) => parts.get(wantedKey(one)) ?? missingPart(one, habits.words.missingPicture)
    const messages = isWriting ? chat.messages.map((message) => withWanted(message, place)) : chat.messages
    return { chat, session: sessionOfChat(chat, messages, defaults), messages, known, images }
  }
  const defaults: ImportDefaults = {
    modelConfig: habits.modelConfig,
    lang: habits.lang,
    branchTitle: (title, branch) => habits.words.branch.replace("{title}", title).replace("{number}", String(branch)),
  }

  const sink: ReadingSink = {
    async take(outcomes, assets) {
      for (const outcome of outcomes) {
        if (outcome.kind === "chats") {
          tally.sources.add(outcome.source)
          const isAgain = outcome.chats.some(({ id }) => seen.has(id))
          // What the files had of it before is to be here when this is judged.
          // oxlint-disable-next-line no-await-in-loop
          if (outcome.chats.some(({ id }) => unjudged.has(id))) await write()
          for (const { id } of outcome.chats) {
            seen.add(id)
            unjudged.add(id)
          }
          waiting.push({ chats: outcome.chats, assets, isAgain })
          // oxlint-disable-next-line no-await-in-loop
          if (waiting.length >= batchSize) await write()
        } else if (outcome.kind === "records") {
          const { store, records } = outcome
          if (isWriting) {
            // oxlint-disable-next-line no-await-in-loop
            const { ids, stamp } = await writeRecords(database, store, records)
            if (stamp !== undefined) stamps.add(stamp)
            brought.records.push(...ids.map((id) => [store, id] as const))
            tally[store] += ids.length
          } else {
            // oxlint-disable-next-line no-await-in-loop
            tally[store] +=
              records.length -
              (await knownRecords(
                database,
                store,
                records.map(({ id }) => id),
              ))
          }
        } else tally.other(outcome)
        if (isCancelled()) return
      }
    },
    progress: (done) => progress(done, opened.wholeBytes),
    otherFile: (name) => void tally.otherFiles.push(name),
    cutFile: (name) => void tally.cutFiles.push(name),
    copy: (found) => tally.foundCopy(found),
    isCancelled,
  }
  await opened.read(sink)
  if (!isCancelled()) await write()
  const hasBrought = broughtAny(note())
  if (isWriting && hasBrought) await noteImport(database, note(), habits.now)
  return { ...tally.report(isCancelled()), ...(hasBrought ? { importId } : {}) }
}

/** A conversation that was read, and not judged yet. */
interface Waiting {
  readonly chats: readonly ImportedChat[]
  readonly assets: Assets
  /** The files had it before. */
  readonly isAgain: boolean
}

/** The same at every import, so that one which came is known. */
const pictureId = (chatId: string, name: string) => importedId("picture", chatId, name)

/** Whether an export has what a message waits for, as far as the beginning of the file tells. */
function isIn(assets: Assets, { kind, name }: Wanted): Promise<boolean> {
  return kind === "picture" ? assets.hasPicture(name) : assets.hasText(name)
}

/** What a message waits for, as a part of it; undefined where the export does not have it. A picture is put beside the conversation. */
async function found(
  wanted: Wanted,
  assets: Assets,
  { chatId, images }: { readonly chatId: string; readonly images: ImageRow[] },
): Promise<ContentPart | undefined> {
  const blob = await assets.open(wanted.name).catch(() => undefined)
  if (blob === undefined) return undefined
  if (wanted.kind === "file") {
    const read = await readDocument(blob).catch(() => undefined)
    if (read === undefined) return undefined
    const { text, pages, pagesWithoutText, isCut } = read
    const note = {
      ...wanted.note,
      sizeBytes: blob.size,
      ...(pages === undefined ? {} : { pages }),
      ...(pagesWithoutText ? { pagesWithoutText } : {}),
      ...(isCut ? { isCut } : {}),
    }
    return filePart({ note, text })
  }
  const image = await encodeImage(blob).catch(() => undefined)
  if (image === undefined) return undefined
  const id = pictureId(chatId, wanted.name)
  images.push({ id, blob: image.blob })
  return {
    type: "image_url",
    image_url: { url: imageReference({ id, widthPx: image.widthPx, heightPx: image.heightPx }) },
  }
}

/** In place of what is not in the export: of a file its name, of a picture words; where it lies in the web, they lead there. */
function missingPart(wanted: Wanted, words: string): ContentPart {
  if (wanted.kind === "file") return filePart({ note: { ...wanted.note, isCut: true }, text: "" })
  const { name } = wanted
  return { type: "text", text: /^https?:\/\/[^\s()<>]+$/.test(name) ? `[${words}](${name})` : `[${words}]` }
}
