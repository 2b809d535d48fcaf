import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { createSteppedLedger } from "../../../testing/ledger/stepped-ledger.ts"
import { openWallets } from "../../ledger/wallet.ts"
import { outsider } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database } from "../../store/sql.ts"
import { Meter } from "../billing/meter.ts"
import type { ChatCall } from "../call/chat-call.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import { checkpoint, noteWorthOf } from "./checkpoint.ts"
import { readProgress } from "./crash-worth.ts"
import { ProgressNotes } from "./progress.ts"
import { createRunStore } from "./run-store.ts"
import { Run } from "./run.ts"
import { createSealer } from "./encryption.ts"

let database: Database
beforeAll(async () => void (database = await openDatabase({ dataDir: tempFolder("prosa-checkpoint") })))
afterAll(() => database.close())

test("an answer that came whole and is with nobody yet is worth nothing, with a key or without one", async () => {
  const server = outsider(randomUUID())
  const now = () => 1_000
  const ledger = createSteppedLedger(database, { now, newId: randomUUID, server })
  const store = createRunStore({ database, sealer: createSealer("a secret"), server, now })
  const codeId = randomUUID()
  await database.transaction((sql) => openWallets(sql, codeId))
  await ledger.credit({ codeId, purse: "premium", amount: microReais(100), ref: randomUUID() })
  const model = { name: "m", provider: "openai", priceVersion: "v" } as OfferedModel
  const messages = [{ role: "user", content: "Oi" }] as const
  const call = { messages, counted: "", promptMost: 50 } as unknown as ChatCall
  for (const key of [undefined, "a-key"]) {
    const id = randomUUID()
    await ledger.hold({ id, codeId, purse: "premium", amount: microReais(10), priceVersion: "v" })
    const run = new Run({ id, owner: codeId, model: "m", startedAt: 0, key, requestHash: "" })
    await store.claim(run.facts)
    const meter = new Meter(now)
    meter.events([{ type: "text-delta", text: "Uma resposta inteira que ninguém leu." }])
    const facts = { notes: new ProgressNotes(call, meter, () => ({ model })), isHeld: true, isOnUs: false }
    const noted = async () => {
      await checkpoint({ database, store }, run, noteWorthOf(ledger, run, facts))
      const hold = await database.transaction((sql) => ledger.within(sql).findHold(id))
      return readProgress(hold?.progress ?? null)
    }
    expect(await noted()).toMatchObject({ model: "m", output: 0 })
    run.append(run.encode([{ data: "Uma" }]))
    expect((await noted())?.output).toBeGreaterThan(5)
  }
})
