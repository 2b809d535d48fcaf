import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { decodeFailure, failureIn } from "#core/providers/openai/decode-failure.ts"
import { fromReais } from "#core/lib/micro-reais.ts"
import { createAccessCodes } from "../../access/access-code-store.ts"
import { readPepper } from "../../access/pepper.ts"
import { createLedger } from "../../ledger/ledger-store.ts"
import { openDatabase } from "../../store/database.ts"
import { jsonReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { every } from "../../../testing/fake-provider/timing.ts"
import { readChat, readUntil, settledRun, startGateway, type TestCode } from "../../../testing/gateway.ts"

/** Changes that another process on the same database may make to a code during an answer. */
const worthless = [
  ["frozen", "balance_insufficient", 10, ({ codes }: Hands, { id }: TestCode) => codes.setFrozen(id, true)],
  ["given another code", "unauthorized", 10, ({ codes }: Hands, { id }: TestCode) => codes.rotate(id)],
  [
    "charged back",
    "balance_insufficient",
    -40,
    ({ ledger }: Hands, { id }: TestCode) =>
      ledger.credit({ codeId: id, purse: "premium", amount: fromReais(-50), ref: randomUUID() }),
  ],
] as const

type Hands = Awaited<ReturnType<typeof handsOn>>

async function handsOn(dataDir: string) {
  const database = await openDatabase({ dataDir })
  const codes = createAccessCodes(database, readPepper({ dataDir }))
  return { database, codes, ledger: createLedger(database, { now: Date.now, newId: randomUUID }) }
}

const picturePath = "/api/openai/v1/images/generations"

describe.each(worthless)("of a code that is %s by another process", (_, word, reais, end) => {
  test.each([true, false])("an open answer (streamed: %s) ends soon, charged as by Stop", async (stream) => {
    const gateway = await startGateway()
    const hands = await handsOn(gateway.prosa.dataDir)
    const code = await gateway.code("premium", 10)
    const long = { chunks: 4_000, timing: every(25), usage: { inputUncached: 10, output: 40_000 } }
    const requests = gateway.script(
      stream
        ? textReply("palavra ".repeat(8_000), long)
        : {
            status: 200,
            headers: { "content-type": "application/json" },
            pieces: [{ send: Buffer.from(" ") }, { end: "stall" }],
          },
    )
    const asked = gateway.chat(code, { stream }, { headers: { "idempotency-key": "long-one" } })
    const reader = stream ? await readUntil(await asked, "palavra") : undefined
    await expect.poll(() => requests().length).toBe(1)
    await end(hands, code)
    let rest = ""
    if (reader) {
      const decoder = new TextDecoder()
      for (let next = await reader.read(); !next.done; next = await reader.read()) rest += decoder.decode(next.value)
    } else rest = await (await asked).text()
    expect(rest).toContain(`"code":"${word}"`)
    await requests()[0]?.ended
    const { posted, held } = await gateway.balance(code)
    expect(held).toBe(0)
    if (stream) expect(posted).toBeLessThan(fromReais(reais))
    else expect(posted).toBe(fromReais(reais))
    await hands.database.close()
    await gateway.stop()
  })
})

test("what was frozen before a word came cost nothing: its key may be asked by again", async () => {
  const gateway = await startGateway()
  const hands = await handsOn(gateway.prosa.dataDir)
  const code = await gateway.code("premium", 10)
  const requests = gateway.script({
    status: 200,
    headers: { "content-type": "application/json" },
    pieces: [{ send: Buffer.from(" ") }, { end: "stall" }],
  })
  const ask = () => gateway.chat(code, { stream: false }, { headers: { "idempotency-key": "once-more" } })
  const first = ask()
  await expect.poll(() => requests().length).toBe(1)
  await hands.codes.setFrozen(code.id, true)
  expect((await first).status).toBe(402)
  await hands.codes.setFrozen(code.id, false)
  gateway.script(textReply("Agora sim."))
  const second = await ask()
  expect([second.status, await second.text()]).toEqual([200, expect.stringContaining("Agora sim.")])
  await hands.database.close()
  await gateway.stop()
})

test("a picture that is drawn for a code that is frozen meanwhile is paid, and comes", async () => {
  const gateway = await startGateway()
  const code = await gateway.code("premium", 10)
  let draw = () => {}
  const isDrawn = new Promise<void>((resolve) => (draw = resolve))
  const requests = gateway.script(async (request) => {
    if (!request.path.endsWith("/images/generations"))
      return textReply("palavra ".repeat(8_000), { chunks: 4_000, timing: every(25) })(request)
    await isDrawn
    return jsonReply(200, { created: 1, data: [{ b64_json: "iVBORw0KGgo=" }] })
  })
  const picture = gateway.chat(
    code,
    { model: "dall-e-3", prompt: "um gato", messages: undefined },
    { path: picturePath },
  )
  const answer = gateway.chat(code, { stream: true })
  await expect.poll(() => requests().length).toBe(2)
  await gateway.freeze(code)
  // Both are looked at together.
  expect(await readChat(await answer)).toMatchObject({ error: { code: "balance_insufficient" } })
  const before = (await gateway.balance(code)).posted
  draw()
  const reply = await picture
  expect([reply.status, await reply.json()]).toMatchObject([200, { data: [{ b64_json: "iVBORw0KGgo=" }] }])
  expect(await gateway.balance(code)).toMatchObject({ posted: before - 286_000, held: 0 })
  await gateway.stop()
})

test("a frozen code's open answer ends with what a refused question has: the way to recharge, and whom to ask", async () => {
  const links = { PLANS_URL: "https://planos.example/recarga", SUPPORT_URL: "https://ajuda.example/" }
  const gateway = await startGateway({ env: links })
  const code = await gateway.code("premium", 10)
  gateway.script(textReply("palavra ".repeat(8_000), { chunks: 4_000, timing: every(25) }))
  const answer = await gateway.chat(code, { stream: true })
  await gateway.freeze(code)
  const { chunks } = await readChat(answer)
  const failure = failureIn(chunks.findLast((chunk) => chunk["error"] !== undefined) ?? {})
  const refused = await gateway.chat(code)
  const next = decodeFailure(refused.status, await refused.text())
  const help = {
    kind: "insufficient-balance",
    upgradeUrl: links.PLANS_URL,
    short: { why: "frozen", supportUrl: links.SUPPORT_URL },
  }
  expect(next).toMatchObject(help)
  expect(failure).toMatchObject({
    ...help,
    short: { ...help.short, meanwhile: true },
    message: expect.stringContaining("Fale com o suporte."),
  })
  await gateway.stop()
})

test("another code's answer goes on, and an account that is whole is not disturbed", async () => {
  const gateway = await startGateway()
  const [frozen, whole] = [await gateway.code("premium", 10), await gateway.code("premium", 10)]
  gateway.script(textReply("palavra ".repeat(120), { chunks: 120, timing: every(40) }))
  const [first, second] = await Promise.all([
    gateway.chat(frozen, { stream: true }),
    gateway.chat(whole, { stream: true }),
  ])
  await gateway.freeze(frozen)
  const [ended, done] = await Promise.all([readChat(first), readChat(second)])
  expect(ended.error).toMatchObject({ code: "balance_insufficient" })
  expect(ended.meta?.cost).toBeGreaterThan(0)
  // The failure of a charged answer does not say that nothing was charged.
  expect(ended.error?.["message"]).toContain("você só paga a mensagem e esse trecho. Fale com o suporte.")
  expect(ended.error?.["message"]).not.toContain("Nada foi cobrado")
  expect([done.done, done.error]).toEqual([true, undefined])
  expect(await settledRun(gateway, whole, second.headers.get("x-run-id") ?? "")).toMatchObject({ state: "done" })
  await gateway.stop()
})
