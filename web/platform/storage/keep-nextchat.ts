import { storedSessions } from "#core/conversation/collections.ts"
import { fromRecord, toRecord } from "#core/conversation/message-record.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import type { DateHabits } from "#core/portable/nextchat-date.ts"
import { readNextChatChats, readNextChatRecords, type NextChatRecord } from "#core/portable/nextchat.ts"
import { readPromptBackup } from "#core/prompts/prompt-backup.ts"
import { promptCollection } from "#core/prompts/prompt-collection.ts"
import { newId } from "../browser/new-id.ts"
import { readAncestorRecord } from "./ancestor-storage.ts"
import { ask, inWhole } from "./change-stores.ts"
import { sharedDatabase } from "./database.ts"
import { openTabChannel } from "./tab-channel.ts"

/** How this browser writes dates: NextChat's, which it wrote here, are read the same way. */
function dateHabits(): DateHabits {
  const order = new Intl.DateTimeFormat().formatToParts().map(({ type }) => type)
  return {
    isDayFirst: order.indexOf("day") < order.indexOf("month"),
    epochOf: (year, month, day, hour, minute, second) => new Date(year, month - 1, day, hour, minute, second).getTime(),
    parseIso: (text) => Date.parse(text),
  }
}

/**
 * Puts NextChat's chats, prompts, masks and plugins beside ours: all of them or none. What is here under the same id, or was
 * deleted here, stays as it is. False where there is no database to keep them in.
 */
export async function keepNextChatRecords(): Promise<boolean> {
  const database = await sharedDatabase()
  if (database === undefined) return false
  const [chats, prompts, masks, plugins] = await Promise.all([
    readAncestorRecord(["nk-chat", "nk-chat-next-web-store", "chat-next-web-store"]),
    readAncestorRecord(["nk-prompt", "nk-prompt-store", "prompt-store"]),
    readAncestorRecord(["nk-mask", "nk-mask-store", "mask-store"]),
    readAncestorRecord(["nk-plugin", "nk-chat-next-web-plugin", "chat-next-web-plugin"]),
  ])
  const source = { ...dateHabits(), newId }
  const said = readNextChatChats(stateOf(chats), source)
  const { version } = fieldsOf(prompts)
  const rows = {
    prompts: readPromptBackup(
      stateOf(prompts),
      typeof version === "number" ? version : promptCollection.version,
      newId,
    ).map((value): NextChatRecord => ({ id: value.id, version: promptCollection.version, value })),
    masks: readNextChatRecords(stateOf(masks), "masks", versionOf(masks), source),
    plugins: readNextChatRecords(stateOf(plugins), "plugins", versionOf(plugins), source),
  }
  const names = ["prompts", "masks", "plugins"] as const
  if (said.length === 0 && names.every((name) => rows[name].length === 0)) return true

  const write = database.transaction(["sessions", "messages", "prompts", "masks", "plugins", "graves"], "readwrite")
  const graves = write.objectStore("graves")
  const added: string[] = []
  await inWhole(write, async () => {
    const isFree = async (kind: "sessions" | (typeof names)[number], id: string) => {
      const [here, buried] = await Promise.all([write.objectStore(kind).getKey(id), graves.getKey([kind, id])])
      return here === undefined && buried === undefined
    }
    for (const name of names) {
      for (const row of rows[name]) {
        // oxlint-disable-next-line no-await-in-loop -- all in one transaction
        if (await isFree(name, row.id)) ask(write.objectStore(name).put(row))
      }
    }
    for (const { session, messages } of said) {
      // oxlint-disable-next-line no-await-in-loop
      if (!(await isFree("sessions", session.id))) continue
      ask(write.objectStore("sessions").put({ id: session.id, version: storedSessions.version, value: session }))
      let last = 0
      for (const message of messages) {
        const position = Math.max(message.date, last + 1)
        last = position
        // oxlint-disable-next-line no-await-in-loop
        const isTaken = (await write.objectStore("messages").getKey(message.id)) !== undefined
        const id = isTaken ? newId() : message.id
        const placed = fromRecord(toRecord({ id, sessionId: session.id, position, message: { ...message, id } }))
        ask(write.objectStore("messages").put(placed))
      }
      added.push(session.id)
    }
  })
  // This page hears it, too.
  openTabChannel().tell({ sessions: added, removedSessions: [], folders: false })
  return true
}

function stateOf(record: unknown): unknown {
  return fieldsOf(record)["state"]
}

function versionOf(record: unknown): number {
  const { version } = fieldsOf(record)
  return typeof version === "number" ? version : 0
}
