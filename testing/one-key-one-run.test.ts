import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answerReply, textReply } from "./fake-provider/replies.ts"
import { startGateway, type TestGateway } from "./gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    env: { LIMIT_OPEN_RUNS_PREMIUM: "3", LIMIT_CODE_PER_MINUTE: "60", LIMIT_ADDRESS_PER_MINUTE: "5000" },
  })
})
afterAll(() => gateway.stop())

/** An answer that is still under way when all that ask for it have been answered. */
function longAnswer() {
  const words = Array.from({ length: 30 }, (_, at) => ({ type: "text-delta", text: ` ${at}` }) as const)
  const timing = function* () {
    for (let at = 0; ; at++) yield at === 20 ? 2_000 : 0
  }
  return answerReply([...words, { type: "finish", reason: "stop" }], { timing })
}

type Code = Awaited<ReturnType<TestGateway["code"]>>

function ask(code: Code, padding: number, key: string): Promise<Response> {
  const messages = [{ role: "user", content: `oi${" ".repeat(padding)}` }]
  return gateway.chat(code, { stream: true, messages }, { headers: { "idempotency-key": key } })
}

async function leave(replies: readonly Response[]): Promise<void> {
  for (const reply of replies) await reply.body?.cancel()
}

// A long body is worked on in steps, between which others have their turn.
describe.each([
  ["short", 0],
  ["long", 300_000],
])("of %s requests that come at once", (_, padding) => {
  test("those of one key are one answer", async () => {
    const code = await gateway.code("premium", 100)
    gateway.script(longAnswer())
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(code, padding, "same")))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ headers }) => headers.get("x-run-id"))).size).toBe(1)
    await leave(replies)
  })

  test("no more begin than may be under way", async () => {
    const code = await gateway.code("premium", 100)
    gateway.script(longAnswer())
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_reply, at) => ask(code, padding, `k-${padding}-${at}`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    await leave(replies)
  })
})

test("who comes back for an answer does not use up the code's rate, and may not come without end", async () => {
  const code = await gateway.code("premium", 100)
  gateway.script(
    answerReply([
      { type: "text-delta", text: "Olá" },
      { type: "finish", reason: "stop" },
    ]),
  )
  const statuses = new Map<number, number>()
  const again = async () => {
    const reply = await ask(code, 0, "again")
    await reply.text()
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  }
  await again()
  // Far more than the code may ask in a minute, and at last more than may come back.
  for (let at = 0; at < 60; at++) await Promise.all(Array.from({ length: 25 }, again))
  expect(statuses.get(200)).toBeGreaterThanOrEqual(600)
  expect(statuses.get(429)).toBeGreaterThan(0)
})

test("nor may they where the answer is in the database alone", async () => {
  const code = await gateway.code("premium", 100)
  const short = textReply("Olá")
  gateway.script(short)
  const again = () => gateway.chat(code, {}, { headers: { "idempotency-key": "kept" } })
  await (await again()).text()
  // Longer than all that is kept of answers that have ended.
  gateway.script(textReply("x".repeat(17 * 1024 * 1024)))
  await (await gateway.chat(code)).text()
  gateway.script(short)
  const statuses: number[] = []
  while (statuses.length < 1_000 && statuses.at(-1) !== 429) {
    const reply = await again()
    await reply.text()
    statuses.push(reply.status)
  }
  // Those that the code has itself come first.
  expect(statuses.length).toBeGreaterThan(60)
  expect(statuses.at(-1)).toBe(429)
})
