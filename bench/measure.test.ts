import { describe, expect, test } from "vitest"
import { judge, percentile, renderTable } from "./measure.ts"

describe("a measure", () => {
  const latency = { name: "added", unit: "ms", must: 2, aim: 1 }

  test("is judged by its must, then by its aim", () => {
    expect(judge({ ...latency, value: 2.1 })).toBe("missed")
    expect(judge({ ...latency, value: 2 })).toBe("ok")
    expect(judge({ ...latency, value: 0.9 })).toBe("aim")
    expect(judge({ name: "rate", unit: "/s", value: 4, must: 5, better: "higher" })).toBe("missed")
  })

  test("that could not be taken is missed, not passed over", () => {
    expect(judge({ ...latency, value: Number.NaN })).toBe("missed")
  })

  test("of a run that broke its own rules proves nothing", () => {
    expect(judge({ ...latency, value: 9, void: true })).toBe("void")
  })

  test("stands in a table with its bounds", () => {
    expect(renderTable([{ ...latency, value: 1.234 }]).split("\n")[2]).toBe("added     1.23 ms  ≤ 2.00  ≤ 1.00  ok")
  })
})

test("a percentile is a sample, by nearest rank", () => {
  const samples = [5, 1, 3, 2, 4]
  expect(percentile(samples, 0.5)).toBe(3)
  expect(percentile(samples, 0.99)).toBe(5)
  expect(percentile(samples, 0)).toBe(1)
  expect(percentile([], 0.5)).toBeNaN()
})
