import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { createSteppedLedger } from "../../../testing/ledger/stepped-ledger.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import { createDayCounters } from "../../access/day-counters.ts"
import { textsFor } from "../../http/texts.ts"
import { openWallets } from "../../ledger/wallet.ts"
import { joinOthers } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import { apiFor } from "../apis/api-prefixes.ts"
import { createCrashedRuns } from "./crashed-runs.ts"
import { createSealer } from "./encryption.ts"
import { createRunStore } from "./run-store.ts"
import { Run } from "./run.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.skipIf(postgres === undefined)(
  "a hold that reaches the disk after its key was given back is given back, too",
  async () => {
    const database = await openDatabase({ databaseUrl: postgres?.url, dataDir: "" })
    let ms = 0
    const now = Date.now
    const server = await joinOthers(database, { id: randomUUID() })
    const ledger = createSteppedLedger(database, { now, newId: randomUUID, server })
    const store = createRunStore({ database, sealer: createSealer("a secret"), server, now })
    const counters = createDayCounters(database, now, server)
    const onDamaged = (error: unknown) => expect.unreachable(String(error))
    const texts = textsFor(undefined)
    const runs = { forget() {} }
    const crashedRuns = createCrashedRuns({
      database,
      store,
      ledger,
      counters,
      apiFor,
      texts,
      onDamaged,
      runs,
      steady: () => ms,
    })
    const codeId = randomUUID()
    await database.transaction((sql) => openWallets(sql, codeId))
    await ledger.credit({ codeId, purse: "premium", amount: microReais(9_000), ref: randomUUID() })
    const run = new Run({ id: randomUUID(), owner: codeId, model: "m", startedAt: 0, key: "a-key", requestHash: "" })

    await store.claim(run.facts)
    crashedRuns.add(run)
    await crashedRuns.giveBack()
    // What its database had been told before its connection broke, and was still writing.
    await ledger.hold({ id: run.facts.id, codeId, purse: "premium", amount: microReais(1_000), priceVersion: "v" })
    ms += 6_000
    await crashedRuns.giveBack()

    expect((await ledger.balances(codeId)).premium).toMatchObject({ posted: 9_000, held: 0 })
    expect(await store.knows(codeId, "a-key")).toBe(false)
    await database.close()
  },
)
