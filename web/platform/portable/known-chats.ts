import type { IDBPObjectStore } from "idb"
import type { Message } from "#core/conversation/message.ts"
import type { ImportedChat } from "#core/portable/imported-chat.ts"
import { addedTo, isApart, linesBeside, placeOf, withOwnIds, type Known } from "#core/portable/known-chat.ts"
import { messageHere, tellsMore, textsOfMessage } from "#core/portable/told-more.ts"
import { hashOf } from "#core/storage/same-value.ts"
import { ofSession } from "../storage/change-stores.ts"
import type { MessageRow, ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { readNotes } from "./import-notes.ts"

/** An imported conversation, and what of it is here. */
export interface JudgedChat {
  readonly chat: ImportedChat
  readonly known: Known
}

/** What would be here by now of an import that is only counted: in which conversation which messages. */
export class Brought {
  private readonly chats = new Map<string, string[]>()
  private readonly holders = new Map<string, string>()
  private readonly texts = new Set<string>()

  add(chatId: string, messages: readonly Message[]): void {
    this.chats.set(chatId, [...(this.chats.get(chatId) ?? []), ...messages.map(({ id }) => id)])
    for (const message of messages) {
      this.holders.set(message.id, chatId)
      for (const text of textsOfMessage(message)) this.texts.add(hashOf([message.id, text]))
    }
  }

  /** Whether a message that would be here says all of this one. Only traces of texts are kept, for there are many. */
  says(message: Message): boolean {
    return textsOfMessage(message).every((text) => this.texts.has(hashOf([message.id, text])))
  }

  /** The messages of a conversation, in order; undefined where none of it would be here. */
  of(chatId: string): readonly string[] | undefined {
    return this.chats.get(chatId)
  }

  /** The conversation in which a message would be. */
  holderOf(messageId: string): string | undefined {
    return this.holders.get(messageId)
  }
}

/** The ids of all stored messages, for an import that asks after thousands: to ask for each would take longer than to store it. */
export class StoredMessageIds {
  private ids = new Set<string>()

  /** Read anew where somebody else has written or deleted messages since. */
  async read(
    messages: Pick<IDBPObjectStore<ProsaSchema, ["messages"], "messages">, "count" | "getAllKeys">,
  ): Promise<ReadonlySet<string>> {
    if ((await messages.count()) !== this.ids.size) this.ids = new Set(await messages.getAllKeys())
    return this.ids
  }

  /** Notes messages that the import has stored. */
  add(messages: readonly Pick<Message, "id">[]): void {
    for (const { id } of messages) this.ids.add(id)
  }
}

/** What an import has found and done so far. */
export interface ImportedSoFar {
  /** What counts as here because it would have been written before. */
  readonly brought: Brought
  readonly stored: StoredMessageIds
}

/**
 * Of entries, each a conversation with its branches, what is here already. The lines of one that is here are told apart anew, and a message
 * whose id stands in another conversation gets one of its own.
 */
export async function knownChats(
  database: ProsaDatabase,
  entries: readonly (readonly ImportedChat[])[],
  { brought, stored }: ImportedSoFar,
): Promise<readonly (readonly JudgedChat[])[]> {
  const read = database.transaction(["sessions", "messages", "graves", "settings"])
  const [sessions, messages, graves] = [
    read.objectStore("sessions"),
    read.objectStore("messages"),
    read.objectStore("graves"),
  ]
  /** In which conversations the messages would be that the entries before bring. */
  const coming = new Map<string, string>()
  let stamps: Promise<readonly string[]> | undefined
  /** The stamps of imports: what bears one is nobody's change. */
  const imported = () =>
    (stamps ??= readNotes(read.objectStore("settings")).then((notes) => notes.flatMap((note) => note.stamps)))
  const storedIds = await stored.read(messages)
  const idsStoredOf = once(async (id: string): Promise<readonly string[] | undefined> => {
    if ((await sessions.getKey(id)) === undefined) return undefined
    return messages.index("by-session").getAllKeys(ofSession(id))
  })
  // All at once: one after the other, most of the time would be spent waiting.
  await Promise.all(entries.flat().map(({ id }) => idsStoredOf(id)))
  const hereOf = async (id: string): Promise<readonly string[] | undefined> => {
    const [ids, added] = [await idsStoredOf(id), brought.of(id)]
    return added === undefined ? ids : [...(ids ?? []), ...added]
  }
  const owned = async (chat: ImportedChat): Promise<ImportedChat> => {
    const here = new Set(await hereOf(chat.id))
    const others = new Set<string>()
    for (const { id } of chat.messages) {
      if (here.has(id)) continue
      const holder =
        coming.get(id) ??
        brought.holderOf(id) ??
        // oxlint-disable-next-line no-await-in-loop -- nearly none is stored
        (storedIds.has(id) ? (await messages.get(id))?.sessionId : undefined)
      if (holder !== undefined && holder !== chat.id) others.add(id)
    }
    return withOwnIds(chat, here, (id) => others.has(id))
  }
  /** Which messages somebody deleted here: not those that only the undoing of an import took away. */
  const deletedOf = async (messages: readonly Message[]): Promise<readonly string[]> => {
    const buried = await Promise.all(messages.map(({ id }) => graves.get(["messages", id])))
    return buried.flatMap((grave) => (grave === undefined || grave.isTakenBack ? [] : [grave.id]))
  }
  /** Which messages of a line say something else than those here. `lines`: all of its conversation. */
  const changedOf = async (chat: ImportedChat, lines: readonly ImportedChat[]): Promise<ReadonlySet<string>> => {
    const rowsOf = async (id: string): Promise<readonly MessageRow[]> =>
      (await idsStoredOf(id)) === undefined ? [] : messages.index("by-session").getAll(ofSession(id))
    const rows = new Map((await rowsOf(chat.id)).map((row) => [row.id, row]))
    const own = rows.size === 0 ? [] : await imported()
    const changedBut = (isSaid?: (text: string) => boolean) =>
      chat.messages.filter((message) => {
        const row = rows.get(message.id)
        if (row !== undefined) return tellsMore(message, messageHere(row, own), { isSaid, names: chat.names })
        return brought.holderOf(message.id) === chat.id && !brought.says(message)
      })
    let changed = changedBut()
    if (changed.some(({ versions }) => versions !== undefined)) {
      const others = await Promise.all(lines.map(({ id }) => rowsOf(id)))
      const said = new Set(others.flat().flatMap(({ message }) => textsOfMessage(message)))
      changed = changedBut((text) => said.has(text))
    }
    return new Set(changed.map(({ id }) => id))
  }
  /** `number`: which branch a copy of it would be. `lines`: all of its conversation. */
  const judge = async (told: ImportedChat, number: number, lines: readonly ImportedChat[]): Promise<JudgedChat> => {
    const chat = await owned(told)
    const ids = await hereOf(chat.id)
    if (ids === undefined) return { chat, known: { kind: "new" } }
    const here = new Set(ids)
    const deleted = new Set(await deletedOf(chat.messages.filter(({ id }) => !here.has(id))))
    const place = placeOf(chat, { ids, deleted, changed: await changedOf(chat, lines) }, number)
    if (place.kind === "beside") return judge(place.chat, number + 1, lines)
    if (place.kind === "known") return { chat, known: place }
    return { chat: place.chat, known: { kind: "grown", added: place.added } }
  }
  const linesOf = async (chats: readonly ImportedChat[]): Promise<readonly ImportedChat[]> => {
    const [first, ...branches] = chats
    const here = first && (await hereOf(first.id))
    if (first === undefined || here === undefined) return chats
    const main = await owned(first)
    // A line that was deleted here is no other one.
    const deleted = isApart(main, here) ? await deletedOf(main.messages) : []
    return linesBeside([main, ...branches], [...deleted, ...here])
  }
  const judged: (readonly JudgedChat[])[] = []
  for (const chats of entries) {
    const found: JudgedChat[] = []
    // One after the other: what one brings is taken for the next.
    // oxlint-disable-next-line no-await-in-loop
    const lines = await linesOf(chats)
    for (const line of lines) {
      // oxlint-disable-next-line no-await-in-loop
      const one = await judge(line, (line.branch ?? lines.length) + 1, lines)
      found.push(one)
      if (one.known.kind !== "known") for (const { id } of addedTo(one.chat, one.known)) coming.set(id, one.chat.id)
    }
    judged.push(found)
  }
  await read.done
  return judged
}

/** Asks once for each id. */
function once<Answer>(ask: (id: string) => Promise<Answer>): (id: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (id) => {
    const answer = asked.get(id) ?? ask(id)
    asked.set(id, answer)
    return answer
  }
}
