import { describe, expect, test } from "vitest"
import { attackServer } from "./attack.ts"
import { stormNetworks } from "./networks.ts"
import { problemsOf, reportLines } from "./report.ts"

// The clients come from many addresses of this machine, which only Linux has.
describe.runIf(process.platform === "linux")("a server among strangers", () => {
  test("answers honest people as before while fifty hostile clients do their worst", async () => {
    const report = await attackServer({ seconds: 10, calmSeconds: 4, clients: 57 })
    console.log(reportLines(report).join("\n"))
    expect(problemsOf(report)).toEqual([])
  })

  test("lets no network have the day of all visitors", async () => {
    expect(await stormNetworks()).toEqual([])
  })
})
