import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { createRunMemory } from "./run-memory.ts"
import { createRunRegistry } from "./run-registry.ts"
import { type RunShare, runShares } from "./run-shares.ts"
import type { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"

const watcher = { frames() {}, end() {} }
/** Memory of a run besides its answer, and of a frame besides its bytes. */
const aside = 8_192 + 96

function setUp(most: number) {
  const runs = createRunRegistry(() => 0)
  const memory = createRunMemory(runs, most)
  let made = 0
  /** A run that takes so many bytes and cannot be packed to less. */
  function start(bytes: number, more: Partial<RunFacts> = {}): Run {
    const facts = { owner: "code:a", model: "gpt-5", startedAt: 0, requestHash: "", ...more }
    const run = runs.create({ ...facts, id: `run_${++made}`, key: `k${made}` })
    say(run, bytes - aside)
    return run
  }
  function startRead(bytes: number, more: Partial<RunFacts> = {}): Run {
    const run = start(0, more)
    run.watch(watcher)
    say(run, bytes - aside)
    return run
  }
  function startAlone(bytes: number): Run {
    const run = start(bytes)
    run.watch(watcher)()
    return run
  }
  async function startEnded(bytes: number): Promise<Run> {
    const run = start(bytes + 8_192)
    run.end({ state: "done", usage: noUsage, cost: microReais(0), limitedByBalance: false })
    await run.ended
    return run
  }
  return { runs, start, startRead, startAlone, startEnded, memory }
}

/** Says so many bytes that cannot be packed to fewer. */
function say(run: Run, bytes: number): void {
  if (bytes > 0) run.append([randomBytes(bytes)])
}

test("within its bounds nothing is given up", async () => {
  const { runs, startAlone, startEnded, memory } = setUp(100_000)
  const alone = startAlone(20_000)
  const ended = await startEnded(20_000)
  expect(alone.stopReason).toBeUndefined()
  expect(runs.find(ended.facts.id, "code:a")).toBe(ended)
  expect(memory.bytes()).toBe(40_000)
})

test("what has ended leaves first, then the largest that nobody reads; what is read stays whole", async () => {
  const { runs, startRead, startAlone, startEnded, memory } = setUp(100_000)
  const small = startAlone(10_000)
  const large = startAlone(40_000)
  const ended = await startEnded(30_000)
  const read = startRead(60_000)
  expect(runs.find(ended.facts.id, "code:a")).toBeUndefined()
  expect(large.stopReason).toBe("abandoned")
  expect(small.stopReason).toBeUndefined()
  expect(read.stopReason).toBeUndefined()
  expect(memory.bytes()).toBeLessThanOrEqual(70_000)
  expect(memory.bytes()).toBeGreaterThan(60_000)
})

test("own keys give way before visitors, and both before anything of a code's, the largest first", () => {
  const { startRead, startAlone, memory } = setUp(300_000)
  const ofKeys = [30_000, 50_000].map((bytes, at) => startRead(bytes, { share: "own-key", owner: `key:${at}` }))
  const visitor = startRead(40_000, { share: "visitor", owner: "visitor:a" })
  const alone = startAlone(100_000)
  const reader = startRead(90_000, { owner: "code:reader" })
  expect(ofKeys.map((run) => run.stopReason)).toEqual([undefined, "too-large"])
  say(reader, 60_000)
  expect([ofKeys[0]?.stopReason, visitor.stopReason, alone.stopReason]).toEqual(["too-large", undefined, undefined])
  say(reader, 30_000)
  expect([visitor.stopReason, alone.stopReason, reader.stopReason]).toEqual(["too-large", undefined, undefined])
  say(reader, 60_000)
  expect([alone.stopReason, reader.stopReason]).toEqual(["abandoned", undefined])
  expect(memory.bytes()).toBeLessThanOrEqual(300_000)
})

test.each<readonly [string, RunShare, (at: number) => Partial<RunFacts>, number]>([
  ["an owner", "code", () => ({ owner: "code:greedy" }), runShares.code.bytes.perOwner],
  ["an owner", "own-key", () => ({ owner: "key:a" }), runShares["own-key"].bytes.perOwner],
  [
    "an address, whatever words it sends",
    "own-key",
    (at) => ({ owner: `key:${at}`, address: "203.0.113.7" }),
    runShares["own-key"].bytes.perSubscriber,
  ],
  [
    "a /48, from whichever of its addresses",
    "own-key",
    (at) => ({ owner: `key:${at}`, address: `2001:db8:1:${at}::1` }),
    runShares["own-key"].bytes.perNetwork,
  ],
  [
    "all own keys together",
    "own-key",
    (at) => ({ owner: `key:${at}`, address: `203.0.113.${at}` }),
    runShares["own-key"].bytes.inAll,
  ],
  [
    "all visitors together",
    "visitor",
    (at) => ({ owner: `visitor:${at}`, address: `203.0.113.${at}` }),
    runShares.visitor.bytes.inAll,
  ],
])("%s (%s) cannot take more than its share, at whatever pace it comes", (_, share, factsOf, most) => {
  const { startRead, memory } = setUp(1024 * 1024 * 1024)
  const other = startRead(10_000, { owner: "code:other" })
  const piece = 512 * 1024
  const runs = Array.from({ length: 24 }, (_, at) => startRead(aside, { share, ...factsOf(at) }))
  let highest = 0
  for (let round = 0; round < 14; round++) {
    for (const run of runs) {
      if (run.stopReason === undefined) run.hold(piece)
      highest = Math.max(highest, memory.bytes())
    }
  }
  expect(highest).toBeLessThanOrEqual(most + 10_000)
  expect(runs.some((run) => run.stopReason === "too-large")).toBe(true)
  expect(other.stopReason).toBeUndefined()
})

test("what waits to be read of a provider, and what was asked, count too; all is given back at the end", async () => {
  const { start, memory } = setUp(1_000_000)
  const run = start(20_000, { requestBytes: 300_000 })
  expect(memory.bytes()).toBe(320_000)
  run.hold(400_000)
  expect(memory.bytes()).toBe(720_000)
  run.hold(-400_000)
  expect(memory.bytes()).toBe(320_000)
  run.hold(700_000)
  expect(run.stopReason).toBe("too-large")
  expect(memory.bytes()).toBeLessThan(1_000_000)
  const another = start(20_000, { requestBytes: 100_000 })
  another.end({ state: "done", usage: noUsage, cost: microReais(0), limitedByBalance: false })
  await another.ended
  expect(memory.bytes()).toBe(20_000 - 8_192)
})

test("there is room for a code as long as codes have not taken all, whatever the others hold", () => {
  const { startRead, memory } = setUp(200_000_000)
  const stranger = (at: number) => ({ share: "own-key", owner: `key:${at}`, address: `203.0.113.${at}` }) as const
  for (let at = 0; at < 12; at++) startRead(20_000, stranger(at)).hold(8_000_000)
  expect(memory.hasRoom(stranger(99), 10_000_000)).toBe(false)
  expect(memory.hasRoom({ owner: "code:a" }, 10_000_000)).toBe(true)
})
