import type { AnswerVersion, Message } from "#core/conversation/message.ts"
import { imagesOf, type Content } from "#core/gateway/content.ts"
import { applyChange, tidyUp } from "../storage/apply-change.ts"
import { changedStores, inWhole } from "../storage/change-stores.ts"
import type { StoredChange } from "../storage/conversation-storage.ts"
import { sharedDatabase, type ProsaDatabase } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { openTabChannel } from "../storage/tab-channel.ts"
import { adoptedPicture, isAdoptable } from "./adopted-picture.ts"
import { keepGenerated } from "./generated-image.ts"

/**
 * Moves the pictures that stand as text in the rows of messages, megabytes each, into the store of pictures, and names them there
 * (0214). What is no picture stays as it is. Done again it finds nothing.
 */
export async function movePictures(): Promise<void> {
  // Moved twice at the same time, an answer would have two states of which both are kept.
  if ("locks" in navigator) await navigator.locks.request("nk-move-pictures", moveAll)
  else await moveAll()
}

async function moveAll(): Promise<void> {
  const database = await sharedDatabase()
  if (database === undefined) return
  for (const id of await rowsWithPictures(database)) {
    // oxlint-disable-next-line no-await-in-loop -- one row's pictures at a time are little memory
    await moveIn(database, id)
  }
}

async function rowsWithPictures(database: ProsaDatabase): Promise<readonly string[]> {
  const found: string[] = []
  let cursor = await database.transaction("messages").store.openCursor()
  while (cursor !== null) {
    const message = readMessageRow(cursor.value)?.value.message
    if (message !== undefined && addressesIn(message).length > 0) found.push(cursor.key)
    // oxlint-disable-next-line no-await-in-loop -- a cursor has one row at a time
    cursor = await cursor.continue()
  }
  return found
}

async function moveIn(database: ProsaDatabase, id: string): Promise<void> {
  const before = readMessageRow(await database.get("messages", id))?.value
  if (before === undefined || before.message.streaming === true) return
  const names = new Map<string, string>()
  for (const url of new Set(addressesIn(before.message))) {
    // oxlint-disable-next-line no-await-in-loop -- likewise
    const kept = await keptFrom(url)
    if (kept !== undefined) names.set(url, kept)
  }
  if (names.size === 0) return
  const after = { ...before, message: renamed(before.message, names) }
  const change: StoredChange = { ...nothing, messages: [{ before, after }] }
  const write = database.transaction(changedStores, "readwrite")
  await inWhole(write, () => applyChange(write, change))
  await tidyUp(database, change)
  openTabChannel().tell({ sessions: [before.sessionId], removedSessions: [], folders: false })
}

const nothing: StoredChange = {
  sessions: [],
  removedSessions: [],
  messages: [],
  removedMessages: [],
  folders: [],
  removedFolders: [],
}

async function keptFrom(url: string): Promise<string | undefined> {
  try {
    const blob = await adoptedPicture(url)
    return blob && (await keepGenerated(blob)).image
  } catch {
    return undefined
  }
}

function addressesIn(message: Message): readonly string[] {
  return contentsOf(message).flatMap((content) =>
    imagesOf(content).flatMap(({ image_url: { url } }) => (isAdoptable(url) ? [url] : [])),
  )
}

function contentsOf({ content, versions, question = "" }: Message): readonly Content[] {
  const others = versions === undefined ? [] : [...versions.before, ...versions.after]
  return [content, question, ...others.flatMap((one) => [one.content, one.question ?? ""])]
}

function renamed(message: Message, names: ReadonlyMap<string, string>): Message {
  const of = (content: Content): Content =>
    typeof content === "string"
      ? content
      : content.map((part) =>
          part.type === "image_url"
            ? { ...part, image_url: { ...part.image_url, url: names.get(part.image_url.url) ?? part.image_url.url } }
            : part,
        )
  const version = (one: AnswerVersion): AnswerVersion => ({
    ...one,
    content: of(one.content),
    ...(one.question !== undefined && { question: of(one.question) }),
  })
  const { versions, question } = message
  return {
    ...message,
    content: of(message.content),
    ...(question !== undefined && { question: of(question) }),
    ...(versions && { versions: { before: versions.before.map(version), after: versions.after.map(version) } }),
  }
}
