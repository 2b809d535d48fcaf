import { expect, test } from "vitest"
import { CountingGuard } from "./cap-guard.ts"
import { Meter } from "./meter.ts"

const args = JSON.stringify({ text: Array.from({ length: 600 }, (_, at) => `palavra ${at}`).join(" ") })

test("a call that is held back until it is whole counts once, and one without end is ended", async () => {
  for (const [cap, isPassed] of [
    [1_400, false],
    [300, true],
  ] as const) {
    const meter = new Meter(() => 0)
    const guard = new CountingGuard(cap, true, meter)
    await guard.ready(100 * cap)
    let passed = false
    for (let at = 100; at < args.length; at += 100) {
      guard.silent(300, () => args.slice(0, at))
      passed ||= guard.passed()
    }
    expect(passed).toBe(isPassed)
    meter.events([{ type: "tool-call", index: 0, call: { id: "c", name: "soma", arguments: args } }])
    expect(guard.passed()).toBe(isPassed)
  }
})

test("an honest answer is not ended, however it is told; what only tells an end or a count ends nothing", async () => {
  const meter = new Meter(() => 0)
  const guard = new CountingGuard(100, true, meter)
  await guard.ready(100_000)
  for (let at = 0; at < 45; at += 1) {
    meter.events([{ type: "text-delta", text: `palavra ${at} ` }])
    expect(guard.passed()).toBe(false)
  }
  const usage = { inputUncached: 1, inputCached: 0, cacheWrite: 0, output: 5_000, reasoning: 0, searchCalls: 0 }
  meter.events([{ type: "usage", usage: { ...usage, source: "provider" } }])
  expect(guard.passed()).toBe(false)
  meter.events([{ type: "text-delta", text: "mais" }])
  expect(guard.passed()).toBe(true)
})
