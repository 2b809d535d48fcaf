import { afterAll, describe, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { startGateway } from "../../testing/gateway.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { createMetrics } from "../http/metrics.ts"
import { openDatabase } from "../store/database.ts"
import { createBookFigures } from "./book-figures.ts"
import { createSteppedLedger } from "../../testing/ledger/stepped-ledger.ts"
import { openWallets } from "./wallet.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

describe.each([
  ["SQLite", () => openDatabase({ dataDir: tempFolder("prosa-figures") })],
  ["PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" }))],
] as const)("the books' figures on %s", (_, open) => {
  test.skipIf(open === undefined)(
    "tell what is held, how long, and each loss once, whenever it was booked",
    async () => {
      const database = await open!()
      let clock = Date.UTC(2026, 10, 21)
      const now = () => clock
      let ids = 0
      const ledger = createSteppedLedger(database, { now, newId: () => `id-${++ids}` })
      const codeId = "a"
      await database.transaction((sql) => openWallets(sql, codeId))
      await ledger.credit({ codeId, purse: "premium", amount: microReais(10_000), ref: "paid-in" })
      const lose = async (amount: number) => {
        const id = `run-${++ids}`
        await ledger.hold({ id, codeId, purse: "premium", amount: microReais(1), priceVersion: "v" })
        const absorbed = { account: "loss:empty", amount: microReais(amount) } as const
        await ledger.settle({ id, model: "gpt-5", cost: microReais(0), absorbed }, codeId)
      }
      const metrics = createMetrics()
      const figures = createBookFigures(database, metrics, { now, steady: now })
      const figure = (name: string) =>
        Number(
          metrics
            .text()
            .split("\n")
            .find((line) => line.startsWith(`${name} `))
            ?.split(" ")[1],
        )
      const lost = () => figure('prosa_loss_microreais_total{account="loss:empty"}')

      await lose(7)
      await figures.refresh()
      expect([
        figure("prosa_open_holds"),
        figure("prosa_held_microreais"),
        figure("prosa_oldest_hold_seconds"),
      ]).toEqual([0, 0, 0])
      expect([lost(), figure('prosa_loss_microreais_total{account="loss:overrun"}')]).toEqual([7, 0])

      for (const amount of [300, 40]) {
        await ledger.hold({
          id: `held-${amount}`,
          codeId,
          purse: "premium",
          amount: microReais(amount),
          priceVersion: "v",
        })
        clock += 45_000
      }
      // Over the times at which it begins anew from where it was.
      for (let round = 1; round <= 8; round++) {
        await lose(round)
        clock += 20_000
        await figures.refresh()
        expect(lost()).toBe(7 + (round * (round + 1)) / 2)
      }
      expect([figure("prosa_open_holds"), figure("prosa_held_microreais")]).toEqual([2, 340])
      expect(figure("prosa_oldest_hold_seconds")).toBe(90 + 160)
      await ledger.void("held-300")
      await figures.refresh()
      expect([figure("prosa_open_holds"), figure("prosa_oldest_hold_seconds")]).toEqual([1, 45 + 160])

      // A server that begins later tells the same.
      const others = createMetrics()
      await createBookFigures(database, others, { now, steady: now }).refresh()
      expect(others.text()).toContain(`prosa_loss_microreais_total{account="loss:empty"} ${lost()}`)
      await database.close()
    },
  )
})

test("a server tells them while an answer is under way, and that its database works", async () => {
  const gateway = await startGateway({ env: { ADMIN_TOKEN: "a-token-of-the-operator-0123456789" } })
  const code = await gateway.code("premium", 1)
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  gateway.script(async (request) => {
    await released
    return textReply("Olá!")(request)
  })
  const answer = gateway.chat(code)
  const headers = { authorization: "Bearer a-token-of-the-operator-0123456789" }
  const metrics = async () => await (await fetch(`${gateway.url}/metrics`, { headers })).text()
  await expect.poll(metrics).toMatch(/^prosa_open_holds 1$/m)
  const { held } = await gateway.balance(code)
  const text = await metrics()
  expect(text).toMatch(new RegExp(`^prosa_held_microreais ${held}$`, "m"))
  expect(text).toMatch(/^prosa_oldest_hold_seconds [1-9]?\d\.\d+$/m)
  expect(text).toMatch(/^prosa_loss_microreais_total{account="loss:overrun"} 0$/m)
  expect(text).toMatch(/^prosa_database_up 1$/m)
  release()
  await (await answer).text()
  await gateway.stop()
})
