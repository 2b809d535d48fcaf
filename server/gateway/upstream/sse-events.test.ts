import { expect, test } from "vitest"
import { type SseBatch, sseEvents } from "./sse-events.ts"

async function read(...pieces: readonly string[]): Promise<readonly SseBatch[]> {
  const batches: SseBatch[] = []
  const encoder = new TextEncoder()
  for await (const batch of sseEvents(pieces.map((piece) => encoder.encode(piece)).values() as never))
    batches.push(batch)
  return batches
}

test("what says nothing is counted with what says something: comments, fields that nobody knows, and what is no event yet", async () => {
  const batches = await read(": a\n\n:\n\n", "data: x\n\n", "nobody-knows: 1\n", "\n\n\n\n")
  expect(batches.map(({ events, silent, units }) => [events.map(({ data }) => data), silent, units])).toEqual([
    [[], 2, 8],
    [["x"], 0, 9],
    [[], 1, 16],
    [[], 0, 4],
  ])
})
