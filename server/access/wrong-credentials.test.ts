import { expect, test } from "vitest"
import { createLog } from "../http/log.ts"
import { createMetrics } from "../http/metrics.ts"
import { createWrongCredentials } from "./wrong-credentials.ts"

function watching() {
  const lines: Record<string, unknown>[] = []
  const metrics = createMetrics()
  const log = createLog(
    () => 0,
    (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  )
  const told = () => lines.splice(0).map(({ event, what, address, tries }) => [event, what, address, tries].join(" "))
  return { ...createWrongCredentials(log, metrics), metrics, told }
}

test("an address is told at once, and then once a report with its number of tries", () => {
  const { of, report, metrics, told } = watching()
  const wrongCode = of("code")
  for (let n = 0; n < 500; n++) wrongCode("203.0.113.9")
  of("admin")("2001:db8:1:2::7")
  expect(told()).toEqual(["security wrong-code 203.0.113.9 1", "security wrong-admin 2001:db8:1:2::/64 1"])
  report()
  expect(told()).toEqual(["security wrong-code 203.0.113.9 499"])
  report()
  expect(told()).toEqual([])
  wrongCode("203.0.113.9")
  expect(told()).toEqual(["security wrong-code 203.0.113.9 1"])
  expect(metrics.text()).toContain('prosa_wrong_credentials_total{kind="code"} 501')
  expect(metrics.text()).toContain('prosa_wrong_credentials_total{kind="admin"} 1')
})

test("many addresses are a bounded number of lines, and every try is in one of them", () => {
  const { of, report, told } = watching()
  const wrongCode = of("code")
  for (let n = 0; n < 5_000; n++) wrongCode(`10.0.${n >> 8}.${n & 255}`)
  report()
  const lines = told()
  expect(lines.length).toBeLessThan(100)
  expect(lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)).toBe(5_000)
  expect(lines.at(-1)).toContain("others")
})
