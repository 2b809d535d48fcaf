import { expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { createRunMemory } from "./run-memory.ts"
import { createRunRegistry } from "./run-registry.ts"
import type { Run } from "./run.ts"

const watcher = { frames() {}, end() {} }

function setUp(most: number) {
  const runs = createRunRegistry(() => 0)
  let made = 0
  /** A run with so many bytes that cannot be packed to less. */
  function start(bytes: number): Run {
    const facts = { owner: "code:a", model: "gpt-5", startedAt: 0, requestHash: "" }
    const run = runs.create({ ...facts, id: `run_${++made}`, key: `k${made}` })
    run.append([Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)))])
    return run
  }
  function startAlone(bytes: number): Run {
    const run = start(bytes)
    run.watch(watcher)()
    return run
  }
  async function startEnded(bytes: number): Promise<Run> {
    const run = start(bytes)
    run.end({ state: "done", usage: noUsage, cost: microReais(0), limitedByBalance: false })
    await run.ended
    return run
  }
  return { runs, start, startAlone, startEnded, memory: createRunMemory(runs, most) }
}

test("within its bounds nothing is given up", async () => {
  const { runs, startAlone, startEnded, memory } = setUp(100_000)
  const alone = startAlone(20_000)
  const ended = await startEnded(20_000)
  memory.look()
  expect(alone.stopReason).toBeUndefined()
  expect(runs.find(ended.facts.id, "code:a")).toBe(ended)
  expect(memory.isFull()).toBe(false)
})

test("what has ended leaves first, then the largest that nobody watches; what is read stays whole", async () => {
  const { runs, start, startAlone, startEnded, memory } = setUp(60_000)
  const read = start(30_000)
  read.watch(watcher)
  const small = startAlone(10_000)
  const large = startAlone(40_000)
  const ended = await startEnded(50_000)
  memory.look()
  expect(runs.find(ended.facts.id, "code:a")).toBeUndefined()
  expect(large.stopReason).toBe("abandoned")
  expect(small.stopReason).toBeUndefined()
  expect(read.stopReason).toBeUndefined()
  expect(read.framesAfter(0)).toHaveLength(1)
})

test("as long as there is too much, no new answer begins", () => {
  const { runs, start, memory } = setUp(20_000)
  const read = start(30_000)
  read.watch(watcher)
  memory.look()
  expect(memory.isFull()).toBe(true)
  runs.forget(read)
  memory.look()
  expect(memory.isFull()).toBe(false)
})
