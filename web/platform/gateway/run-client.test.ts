import { afterEach, describe, expect, test, vi } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { acknowledgeRun, endingOf, fetchRun, listRuns, parseRun, stopRun, type RunStatus } from "./run-client.ts"

const meta = {
  updatedBalance: 19.5,
  newPremiumBalance: 19.5,
  newFreeBalance: 0,
  newCallsBalance: 0,
  cost: 0.5,
  runId: "run_1",
}

function run(state: string, more: object = {}): RunStatus {
  const parsed = parseRun({ id: "run_1", model: "gpt-5", state, started: 1, frames: 2, ...more })
  if (parsed === undefined) throw new Error("not a run")
  return parsed
}

describe("a run as the server tells it", () => {
  test.each([undefined, null, "run", [], {}, { id: 7 }])("%j is none", (json) => {
    expect(parseRun(json)).toBeUndefined()
  })

  test("is running unless it has ended", () => {
    expect(run("reserved").state).toBe("running")
    expect(run("streaming").state).toBe("running")
    expect(run("interrupted").state).toBe("interrupted")
  })

  test("brings what it used and cost", () => {
    const { events } = run("done", { usage: { inputUncached: 10, output: 5, source: "provider" }, _meta: meta })
    expect(events.map(({ type }) => type)).toEqual(["usage", "balance"])
  })
})

describe("the ending of an answer that was followed over a cut", () => {
  const stop: ChatEvent = { type: "finish", reason: "stop" }
  const types = (events: readonly ChatEvent[]) =>
    events.map((event) => (event.type === "finish" ? event.reason : event.type))

  test("is the stream's own", () => {
    expect(endingOf([stop], run("done"))).toEqual([stop])
  })

  test("is a stop when somebody stopped it, even before a word", () => {
    expect(endingOf([stop], run("stopped"))).toEqual([{ type: "finish", reason: "aborted" }])
    expect(endingOf([{ type: "failure", failure: { kind: "empty-answer" } }], run("stopped"))).toEqual([
      { type: "finish", reason: "aborted" },
    ])
  })

  test("is a cut when the server died before it", () => {
    expect(types(endingOf([], run("interrupted", { _meta: meta })))).toEqual(["balance", "failure"])
  })
})

describe("acknowledging an answer", () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each([
    ["of which a part is here, where the whole has come", true, 409, "/api/runs/run_1?read=interrupted", true],
    ["of which a part is here, and no more is to come", true, 204, "/api/runs/run_1?read=interrupted", false],
    ["that is here", false, 204, "/api/runs/run_1", false],
  ])("%s", async (_name, isPart, status, address, isMoreThere) => {
    const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status }))
    expect(await acknowledgeRun("run_1", {}, isPart)).toBe(isMoreThere)
    expect(asked.mock.calls.map(([at, init]) => [at, init?.method])).toEqual([[address, "DELETE"]])
  })
})

describe("a call about a run on a line where nothing comes back", () => {
  afterEach(() => void vi.restoreAllMocks())

  const calls = {
    "looking at it": [() => fetchRun("run_1", {}), undefined],
    "the list of runs": [() => listRuns({}), undefined],
    "stopping it": [() => stopRun("run_1", {}), "unreachable"],
    "acknowledging it": [() => acknowledgeRun("run_1", {}, true), false],
  } as const

  test.each(Object.entries(calls))("%s is given up after ten seconds", async (_name, [make, nothing]) => {
    const late = new AbortController()
    const bound = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal)
    vi.spyOn(globalThis, "fetch").mockImplementation(
      (_address, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("late", "TimeoutError")))
        }),
    )
    const made = make()
    expect(bound).toHaveBeenCalledWith(10_000)
    late.abort()
    expect(await made).toBe(nothing)
  })
})
