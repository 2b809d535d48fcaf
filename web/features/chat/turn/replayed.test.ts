import { expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { replayed } from "./replayed.ts"

const word = (text: string): ChatEvent => ({ type: "text-delta", text })
const stop: ChatEvent = { type: "finish", reason: "stop" }

async function* arrive(bunches: readonly (readonly ChatEvent[])[]) {
  yield* bunches
}

/** The replacing answer, and all later events. */
async function replay(known: number, ...bunches: readonly (readonly ChatEvent[])[]) {
  const taken: ChatEvent[][] = []
  const told: ChatEvent[] = []
  for await (const events of replayed(arrive(bunches), { known, take: (events) => taken.push([...events]) })) {
    told.push(...events)
  }
  return { taken, told }
}

test("takes the answer's place only when it has come as far", async () => {
  const { taken, told } = await replay(4, [word("Bo")], [word("m d")], [word("ia")], [stop])
  expect(taken).toEqual([[word("Bo"), word("m d")]])
  expect(told).toEqual([word("ia"), stop])
})

test("begins at once where nothing is known yet", async () => {
  const { taken, told } = await replay(0, [word("Bom")], [word(" dia"), stop])
  expect(taken).toEqual([[word("Bom")]])
  expect(told).toEqual([word(" dia"), stop])
})

test("tells only its ending where more is known than it has", async () => {
  const { taken, told } = await replay(10, [word("Bom")], [stop])
  expect(taken).toEqual([])
  expect(told).toEqual([stop])
})
