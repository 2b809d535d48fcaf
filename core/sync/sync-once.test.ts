import { expect, it } from "vitest"
import { userMessage } from "../conversation/message.ts"
import { newSession } from "../conversation/session.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { emptyDocument, travelling } from "./document.ts"
import { type Decision, planConversation } from "./join.ts"
import type { RemoteFile } from "./remote-file.ts"
import { syncOnce, type Replica, type SyncParts } from "./sync-once.ts"
import { messageRecord, settingsId, type SyncRecord } from "./sync-record.ts"
import { writeDocument } from "./write-document.ts"

const now = 1_790_000_000_000
const stamp = (at: number, device: string): Stamp => nextStamp({ device }, now + at)
const none = { sessions: 0, messages: 0, others: 0 }

function chat(id: string): SyncRecord {
  const value = newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" })
  return { kind: "sessions", id, row: { id, version: 1, value, sync: { born: stamp(1, "device-one") } } }
}

function question(sessionId: string, text: string): SyncRecord {
  const id = `${sessionId}-q`
  const value = messageRecord(id, sessionId, now, userMessage(id, now, text))
  return { kind: "messages", id, row: { id, version: 1, value, sync: { born: stamp(1, "device-one") } } }
}

/** What is left of a chat that somebody deleted who had seen all of it. */
function grave(id: string): SyncRecord {
  const life = { alive: false, c: stamp(5, "device-two"), seen: { "device-one": stamp(1, "device-one") } }
  return { kind: "sessions", id, row: { id, sync: { life } } }
}

/** A device, in which only deletions of chats and what is new arrive. */
function replica(stored: readonly SyncRecord[]): Replica {
  let records = stored
  return {
    readState: () => Promise.resolve({ records, seen: {} }),
    readMark: () => Promise.resolve(String(records.length)),
    apply(came) {
      const decisions = came.flatMap((record): readonly Decision[] => {
        const { id, kind, row } = record
        if (row.value !== undefined) {
          const isBuried = kind === "messages" && records.some((one) => one.row.sync?.life?.alive === false)
          if (!isBuried) records = [...records, record]
          return []
        }
        const local = records.find((one) => one.id === id)?.row
        const [mine, theirs] = [local, row].map((session) => ({ session, messages: new Map() }))
        const plan = planConversation(id, mine as never, theirs as never, stamp(9, "device-one"))
        if (plan.buried.length > 0) records = [...records.filter((one) => one.id !== id), ...plan.buried]
        return plan.decisions
      })
      return Promise.resolve({ written: none, deleted: { ...none, sessions: 1 }, decisions })
    },
  }
}

/** A file with these records, and what is written over it. */
function fileOf(records: readonly SyncRecord[]) {
  const text = writeDocument(travelling(records), emptyDocument, { nonce: "n", seen: {}, unnamed: "" }).join("")
  const written: string[] = []
  const file: RemoteFile = {
    read: () => Promise.resolve({ type: "read", text: written.at(-1) ?? text, tag: { isThere: true } }),
    write: (pieces) => {
      written.push(pieces.join(""))
      return Promise.resolve({ type: "written" })
    },
  }
  return { file, written, text }
}

const sync = (parts: Pick<SyncParts, "replica" | "file"> & Partial<SyncParts>) =>
  syncOnce({
    habits: { isDayFirst: true, epochOf: () => Number.NaN, parseIso: Date.parse },
    settings: { kind: "settings", id: settingsId, row: { id: settingsId, value: {} } },
    unnamed: "",
    newNonce: () => "m",
    isReplacing: false,
    mayJoin: true,
    wait: () => Promise.resolve(),
    ...parts,
  })

it("tells what came of a sync also where the file could not be written in the end", async () => {
  const { file } = fileOf([grave("gone")])
  const outcome = await sync({
    replica: replica([chat("gone"), chat("new")]),
    file: { ...file, write: () => Promise.resolve({ type: "trouble", trouble: { kind: "too-large" } }) },
  })
  expect(outcome).toMatchObject({
    type: "trouble",
    trouble: { kind: "too-large" },
    deleted: { sessions: 1 },
    decisions: [{ type: "removed", kind: "sessions", id: "gone" }],
  })
})

it("takes the text of a deleted chat out of the file, also where its messages are still to be removed here", async () => {
  const rest = [grave("gone"), question("gone", "Isto é segredo")]
  const { file, written, text } = fileOf(rest)
  expect(text).toContain("Isto é segredo")
  await sync({ replica: replica(rest), file })
  expect(written).toHaveLength(1)
  expect(written[0]).not.toContain("Isto é segredo")
  expect(await sync({ replica: replica(rest), file })).toMatchObject({ type: "synced", up: none })
  expect(written).toHaveLength(1)
})

it("reads a file again that another device is writing, though its name is still that of the write before", async () => {
  const { file, text } = fileOf([chat("new")])
  let reads = 0
  const torn: RemoteFile = {
    ...file,
    isTagOfWrite: true,
    read() {
      reads += 1
      const isTorn = reads < 4
      return Promise.resolve({
        type: "read",
        text: isTorn ? text.slice(0, -20) : text,
        tag: { isThere: true, etag: isTorn ? "one" : "two" },
      })
    },
  }
  expect(await sync({ replica: replica([chat("new")]), file: torn })).toMatchObject({ type: "synced" })
  expect(reads).toBe(4)
  // Where a tag names the content itself, the same tag twice means that nobody is writing the file: it stays broken.
  reads = 0
  const broken = await sync({ replica: replica([chat("new")]), file: { ...torn, isTagOfWrite: false } })
  expect(broken).toMatchObject({ type: "trouble", trouble: { kind: "unreadable" } })
  expect(reads).toBe(2)
})

it("asks before a device joins a file of which half the chats are unknown to it, and changes nothing until then", async () => {
  const chats = (...ids: readonly string[]) => ids.flatMap((id) => [chat(id), question(id, `Pergunta de ${id}`)])
  const device = replica(chats("a", "b"))
  const { file, written } = fileOf(chats("b", "c"))
  expect(await sync({ replica: device, file, mayJoin: false })).toMatchObject({
    type: "trouble",
    trouble: { kind: "unfamiliar", there: 2, here: 2 },
  })
  expect([written, (await device.readState()).records.length]).toEqual([[], 4])
  expect(await sync({ replica: device, file })).toMatchObject({ type: "synced" })
  expect([written.length, (await device.readState()).records.length]).toEqual([1, 6])
  // More than half is known; a device, or a file, without a chat mixes nothing up.
  for (const [here, there] of [
    [chats("a", "b"), chats("a", "b", "c")],
    [[chat("empty")], chats("a", "b")],
    [chats("a"), [chat("empty")]],
    [[grave("a"), ...chats("b")], chats("a")],
  ] as const)
    expect(await sync({ replica: replica(here), ...fileOf(there), mayJoin: false })).toMatchObject({ type: "synced" })
})
