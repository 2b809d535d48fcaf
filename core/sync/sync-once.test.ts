import { expect, it } from "vitest"
import { newSession } from "../conversation/session.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { emptyDocument, travelling } from "./document.ts"
import { type Decision, planConversation } from "./join.ts"
import type { RemoteFile } from "./remote-file.ts"
import { syncOnce, type Replica } from "./sync-once.ts"
import { settingsId, type SyncRecord } from "./sync-record.ts"
import { writeDocument } from "./write-document.ts"

const now = 1_790_000_000_000
const stamp = (at: number, device: string): Stamp => nextStamp({ device }, now + at)
const none = { sessions: 0, messages: 0, others: 0 }

function chat(id: string): SyncRecord {
  const value = newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" })
  return { kind: "sessions", id, row: { id, version: 1, value, sync: { born: stamp(1, "device-one") } } }
}

/** A device with a chat that another one has deleted, and one that only it has. */
function replica(): Replica {
  let records: readonly SyncRecord[] = [chat("gone"), chat("new")]
  return {
    readState: () => Promise.resolve({ records, seen: {} }),
    readMark: () => Promise.resolve(String(records.length)),
    apply(came) {
      const decisions = came.flatMap(({ id, row }): readonly Decision[] => {
        const local = records.find((one) => one.id === id)?.row
        const [mine, theirs] = [local, row].map((session) => ({ session, messages: new Map() }))
        const plan = planConversation(id, mine as never, theirs as never, stamp(9, "device-one"))
        records = [...records.filter((one) => one.id !== id), ...plan.buried]
        return plan.decisions
      })
      return Promise.resolve({ written: none, deleted: { ...none, sessions: 1 }, decisions })
    },
  }
}

it("tells what came of a sync also where the file could not be written in the end", async () => {
  const life = { alive: false, c: stamp(5, "device-two"), seen: { "device-one": stamp(1, "device-one") } }
  const grave: SyncRecord = { kind: "sessions", id: "gone", row: { id: "gone", sync: { life } } }
  const text = writeDocument(travelling([grave]), emptyDocument, { nonce: "n", seen: {}, unnamed: "" }).join("")
  const file: RemoteFile = {
    read: () => Promise.resolve({ type: "read", text, tag: { isThere: true } }),
    write: () => Promise.resolve({ type: "trouble", trouble: { kind: "too-large" } }),
  }
  const outcome = await syncOnce({
    replica: replica(),
    file,
    habits: { isDayFirst: true, epochOf: () => Number.NaN, parseIso: Date.parse },
    settings: { kind: "settings", id: settingsId, row: { id: settingsId, value: {} } },
    unnamed: "",
    newNonce: () => "m",
    isReplacing: false,
    wait: () => Promise.resolve(),
  })
  expect(outcome).toMatchObject({
    type: "trouble",
    trouble: { kind: "too-large" },
    deleted: { sessions: 1 },
    decisions: [{ type: "removed", kind: "sessions", id: "gone" }],
  })
})
