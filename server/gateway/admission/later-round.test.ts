import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { answerReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { startGateway } from "../../../testing/gateway.ts"
import { newVisitor } from "../../../testing/visitors.ts"

const calling = answerReply([
  { type: "tool-call", index: 0, call: { id: "c", name: "clima", arguments: "{}" } },
  { type: "usage", usage: { ...noUsage, inputUncached: 10, output: 5 } },
  { type: "finish", reason: "tool-calls" },
])

test("the rounds of an answer with tools are one message of a visitor's day, and no others are", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "3" } })
  const id = await newVisitor(gateway.url)
  const ask = async (key: string, visitor = id) => {
    const headers = { "x-visitor": visitor, "idempotency-key": key }
    const response = await gateway.chat(undefined, { model: "gpt-4o-mini" }, { headers })
    await response.text()
    return response.status
  }
  const key = randomUUID()
  gateway.script(calling)
  expect(await ask(key)).toBe(200)
  expect(await ask(`${key}.2`)).toBe(200)
  gateway.script(textReply("Sol"))
  expect(await ask(`${key}.3`)).toBe(200)
  // One of three is used up: a round after an answer that was no call, and one that follows nothing, are two more.
  expect(await ask(`${key}.4`)).toBe(200)
  expect(await ask(`${randomUUID()}.2`)).toBe(200)
  expect(await ask(randomUUID())).toBe(403)
  // Another visitor's rounds are nobody else's to go on with.
  expect(await ask(`${key}.5`)).toBe(403)
  await gateway.stop()
})

test("a later round is the first one of no other answer: rounds behind it are messages", async () => {
  const gateway = await startGateway({ env: { FREE_DAILY_MESSAGES: "3" } })
  const headers = { "x-visitor": await newVisitor(gateway.url) }
  const ask = async (key: string) => {
    const init = { headers: { ...headers, "idempotency-key": key } }
    const response = await gateway.chat(undefined, { model: "gpt-4o-mini" }, init)
    await response.text()
    return response.status
  }
  const key = randomUUID()
  gateway.script(calling)
  const statuses: number[] = []
  for (const asked of [key, `${key}.2`, `${key}.2.2`, `${key}.2.2.2`, `${key}.2.2.2.2`]) statuses.push(await ask(asked))
  expect(statuses).toEqual([200, 200, 200, 200, 403])
  // What belongs to the answer itself goes on.
  expect(await ask(`${key}.3`)).toBe(200)
  await gateway.stop()
})
