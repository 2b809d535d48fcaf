import { storedSessions } from "#core/conversation/collections.ts"
import type { Message } from "#core/conversation/message.ts"
import { fieldsOf, parseJson } from "#core/lib/fields.ts"
import { nextChatBackup, nextChatSession } from "#core/portable/write-nextchat.ts"
import { readRow } from "#core/storage/collection.ts"
import { texts } from "../../language/texts.ts"
import { readMessageRow } from "../message-row.ts"
import type { SavedData } from "./saved-data.ts"

/** Conversations made into text before the page draws again. */
const batchSize = 25

/** The backup that NextChat reads. What it has no word for stands only in our own part of the copy. */
export async function nextChatFile({ stores, local }: Pick<SavedData, "stores" | "local">): Promise<Blob> {
  const messages = new Map<string, { readonly position: number; readonly message: Message }[]>()
  for (const [at, json] of (stores.get("messages") ?? []).entries()) {
    const row = readMessageRow(parseJson(json))?.value
    if (row !== undefined) {
      const known = messages.get(row.sessionId) ?? []
      known.push({ position: row.position, message: row.message })
      messages.set(row.sessionId, known)
    }
    // oxlint-disable-next-line no-await-in-loop -- the page goes on meanwhile
    if (at % 500 === 499) await pause()
  }
  const sessions: string[] = []
  for (const [at, json] of (stores.get("sessions") ?? []).entries()) {
    const session = readRow(storedSessions, parseJson(json))?.value.value
    const said = session && messages.get(session.id)?.toSorted((a, b) => a.position - b.position)
    if (session === undefined || said === undefined) continue
    sessions.push(
      JSON.stringify(
        nextChatSession(
          session,
          said.map(({ message }) => message),
          texts().shell.newConversation,
        ),
      ),
    )
    // oxlint-disable-next-line no-await-in-loop
    if (at % batchSize === batchSize - 1) await pause()
  }
  const valuesOf = (store: string) =>
    Object.fromEntries(
      (stores.get(store) ?? []).flatMap((json) => {
        const { id, value } = fieldsOf(parseJson(json))
        return typeof id === "string" && typeof value === "object" && value !== null ? [[id, value]] : []
      }),
    )
  const config = fieldsOf(fieldsOf(parseJson(local.open["nk-app-config"] ?? ""))["state"])
  const { models: _models, ...settings } = config
  return new Blob([
    ...nextChatBackup({ sessions, config: settings, masks: valuesOf("masks"), prompts: valuesOf("prompts") }),
  ])
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
