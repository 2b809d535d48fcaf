import { expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { createKeptRuns, type Opened } from "./kept-runs.ts"
import { Run } from "./run.ts"

const MiB = 1024 * 1024
const outcome = { state: "done", usage: noUsage, cost: microReais(0), limitedByBalance: false } as const

/** Kept runs of so many bytes each, and how many were read. */
function setUp(bytes: number) {
  let loads = 0
  const facts = { id: "run_1", owner: "a", model: "m", startedAt: 0, key: "k", requestHash: "" }
  const kept = createKeptRuns({
    keptBytes: async (ref) => (ref === "none" ? undefined : bytes),
    load: async () => {
      loads += 1
      return Run.restore(facts, { pieces: ["id: 1\ndata: a\n\n"], outcome })
    },
  })
  return { kept, loads: () => loads }
}

test("one address reads so much again at a time, whatever words it sends; a code's holder reads on", async () => {
  const { kept, loads } = setUp(10 * MiB)
  const stranger = (at: number) => ({ owner: `key:${at}`, address: "203.0.113.9", share: "own-key" }) as const
  const room: Opened[] = []
  for (let at = 0; at < 20; at++) {
    const opened = await kept.open("run_1", stranger(at))
    if (opened !== "no-room" && opened !== undefined) room.push(opened)
  }
  expect([room.length, loads()]).toEqual([2, 2])
  expect(await kept.open("run_1", { owner: "code:a", address: "203.0.113.9", share: "code" })).toHaveProperty("run")
  for (const one of room) one.leave()
  expect(await kept.open("run_1", stranger(0))).toHaveProperty("run")
})

test("the longest answer of each share can be read again, and one that is not there takes no room", async () => {
  const { kept } = setUp(22 * MiB)
  for (let at = 0; at < 5; at++) expect(await kept.open("none", { owner: "key:a", share: "own-key" })).toBeUndefined()
  expect(await kept.open("run_1", { owner: "key:a", address: "203.0.113.9", share: "own-key" })).toHaveProperty("run")
})

test("eight read the same long run at once, whoever asks; a short one as many as there is room for", async () => {
  const whose = { owner: "code:a", address: "203.0.113.9", share: "code" } as const
  const openTimes = async (bytes: number) => {
    const { kept } = setUp(bytes)
    const opened = await Promise.all(Array.from({ length: 20 }, () => kept.open("run_1", whose)))
    const read = opened.filter((one) => one !== "no-room" && one !== undefined) as Opened[]
    read[0]?.leave()
    read[0]?.leave()
    return { read: read.length, next: await kept.open("run_1", whose) }
  }
  expect(await openTimes(MiB)).toMatchObject({ read: 8, next: { run: {} } })
  expect(await openTimes(20_000)).toMatchObject({ read: 20 })
})
