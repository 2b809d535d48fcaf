import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { userMessage, type Message } from "#core/conversation/message.ts"
import type { PlacedMessage } from "#core/conversation/message-record.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import type { Content } from "#core/gateway/content.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { applyChange } from "../storage/apply-change.ts"
import { changedStores, inWhole } from "../storage/change-stores.ts"
import type { StoredChange } from "../storage/conversation-storage.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { syncVault } from "./sync-vault.ts"
import { createVaultClient } from "./vault-client.ts"
import { openVaultDatabase, type VaultDatabase, type VaultReport } from "./vault-database.ts"
import { deriveKeys, newSecret, newVaultId, type Secret } from "./vault-keys.ts"

const nothing: StoredChange = {
  sessions: [],
  removedSessions: [],
  messages: [],
  removedMessages: [],
  folders: [],
  removedFolders: [],
}

/** A browser with its own two databases, which keeps a vault by the page's own code; its storage is in memory. */
export interface VaultDevice {
  readonly database: ProsaDatabase
  readonly vault: VaultDatabase
  /** Makes this the browser that the page's code runs in. */
  enter(): void
  /** Says something in a chat, which is made where it is not there. */
  say(chat: string, id: string, content: Content): Promise<void>
  /** Changes the words of a message that is there. */
  edit(id: string, content: Content): Promise<void>
  rename(chat: string, topic: string): Promise<void>
  removeMessage(id: string): Promise<void>
  removeChat(id: string): Promise<void>
  /** One round. `through`: the database as the round sees it. */
  sync(through?: ProsaDatabase): Promise<VaultReport | undefined>
  chats(): Promise<readonly string[]>
  messages(): Promise<readonly PlacedMessage[]>
}

/** Makes a vault on a server in the name of whoever the headers say. */
export async function newVault(headers: Readonly<Record<string, string>>): Promise<Secret> {
  const secret = newSecret()
  const { status } = await createVaultClient(await deriveKeys(secret), newVaultId()).make(headers)
  if (status !== 200) throw new Error(`no vault: ${status}`)
  return secret
}

/** A new device in a vault. */
export async function vaultDevice(secret: Secret, name: string): Promise<VaultDevice> {
  const storage = new IDBFactory()
  const enter = () => void (globalThis.indexedDB = storage)
  enter()
  const [database, vault] = [await openDatabase(() => {}), await openVaultDatabase()]
  const state = { secret, device: newVaultId(), name, writer: newVaultId(), after: 0, chains: {}, names: {} }
  await vault.put("state", { ...state, missing: [], resend: false }, "vault")
  const write = (change: Partial<StoredChange>) => {
    const stores = database.transaction(changedStores, "readwrite")
    return inWhole(stores, () => applyChange(stores, { ...nothing, ...change }))
  }
  const now = Date.now()
  return {
    database,
    vault,
    enter,
    async say(chat, id, content) {
      const isThere = (await database.getKey("sessions", chat)) !== undefined
      const session = { ...newSession({ id: chat, now, modelConfig: defaultModelConfig, lang: "pt" }), topic: chat }
      const message: Message = userMessage(id, Date.now(), content)
      await write({
        sessions: isThere ? [] : [{ after: { ...session, messageCount: 1 } }],
        messages: [{ after: { id, sessionId: chat, position: Date.now(), message } }],
      })
    },
    async edit(id, content) {
      const row = await database.get("messages", id)
      if (row === undefined) return
      const { sync: _sync, ...before } = row
      await write({ messages: [{ before, after: { ...before, message: { ...before.message, content } } }] })
    },
    async rename(chat, topic) {
      const before = fieldsOf(await database.get("sessions", chat))["value"] as Session | undefined
      if (before !== undefined) await write({ sessions: [{ before, after: { ...before, topic } }] })
    },
    removeMessage: async (id) => void (await write({ removedMessages: [id] })),
    removeChat: async (id) => {
      const messages = await database.getAllFromIndex("messages", "by-session")
      for (const { sessionId, id: own } of messages) if (sessionId === id) await database.delete("messages", own)
      await write({ removedSessions: [id] })
    },
    sync: (through = database) =>
      syncVault({
        vault,
        database: through,
        settings: undefined,
        came: () => {},
      }),
    chats: async () => (await database.getAllKeys("sessions")).toSorted(),
    messages: () => database.getAll("messages"),
  }
}

/** What somebody says with a picture that lies on a device. */
export async function withPicture(
  { database }: VaultDevice,
  id: string,
  bytes: Uint8Array,
  type = "image/png",
): Promise<Content> {
  await database.put("images", { id, blob: new Blob([new Uint8Array(bytes)], { type }) })
  return [
    { type: "text", text: "Veja" },
    { type: "image_url", image_url: { url: `nk-image:${id}/4x3` } },
  ]
}
