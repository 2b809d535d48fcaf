import { expect, it } from "vitest"
import { storedSessions } from "#core/conversation/collections.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { readRow } from "#core/storage/collection.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { aliveRow } from "./restored-row.ts"

const stamp = nextStamp({ device: "device-of-here" }, 1_800_000_000_000)
const life = { alive: true, c: stamp }
const session = newSession({ id: "abcdefghij", now: 1, modelConfig: defaultModelConfig, lang: "pt" })

it("a row that is restored after it was deleted is read as one that lives, though it was stored bare", () => {
  const bare = aliveRow("sessions", { ...session }, stamp)
  expect(readRow(storedSessions, bare)?.value).toMatchObject({ id: session.id, value: session, sync: { life } })
  const stamped = { id: session.id, version: 1, value: session, sync: { born: stamp } }
  expect(aliveRow("sessions", stamped, stamp)).toEqual({ ...stamped, sync: { born: stamp, life } })
})

it("a message has its stamps in the row itself", () => {
  const row = { id: "m", sessionId: session.id, position: 1, message: {} }
  expect(aliveRow("messages", row, stamp)).toEqual({ ...row, sync: { life } })
})
