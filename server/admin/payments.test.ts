import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestGateway } from "../../testing/gateway.ts"
import { programEnvironment } from "../../testing/program-environment.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const cli = join(import.meta.dirname, "cli.ts")

/** Begins a credit on the command line and kills it after so many ms; true when it had ended by itself before. */
function creditAndKill(code: string, ref: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [cli, "credit", code, "1.00", "--ref", ref], {
    env: { ...programEnvironment, DATA_DIR: gateway.prosa.dataDir },
    stdio: "ignore",
  })
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs)
  return new Promise((resolve) => {
    child.once("exit", (exitCode) => {
      clearTimeout(timer)
      resolve(exitCode === 0)
    })
  })
}

test("T28: a payment told ten times at once, by command lines of their own, is credited once", async () => {
  const code = await gateway.code("premium")
  const told = await Promise.all(
    Array.from({ length: 10 }, () => gateway.prosa.admin("credit", code.code, "5.00", "--ref", "pix-1")),
  )
  const outcomes = told.map((answer) => (answer as { outcome: string }).outcome)
  expect(outcomes.filter((outcome) => outcome === "credited")).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === "already")).toHaveLength(9)
  expect((await gateway.balance(code)).posted).toBe(5_000_000)
})

test("T29: a credit whose process dies at any moment is in whole or not at all, and its retry credits once", async () => {
  const code = await gateway.code("premium")
  for (let at = 0; at < 8; at++) {
    await creditAndKill(code.code, `cut-${at}`, 120 + at * 40)
    const known = (await gateway.balance(code)).posted
    expect([at * 1_000_000, (at + 1) * 1_000_000]).toContain(known)
    const { outcome } = (await gateway.prosa.admin("credit", code.code, "1.00", "--ref", `cut-${at}`)) as {
      outcome: string
    }
    expect(outcome).toBe(known === at * 1_000_000 ? "credited" : "already")
    expect((await gateway.balance(code)).posted).toBe((at + 1) * 1_000_000)
  }
})

test("T30: a chargeback beyond the balance freezes the wallet, shows nothing available, and a payment thaws it", async () => {
  const code = await gateway.code("premium", 3)
  await gateway.prosa.admin("credit", code.code, "-8.00", "--ref", "chargeback-1")
  expect(await gateway.balance(code)).toMatchObject({ posted: -5_000_000, available: 0 })
  const response = await fetch(`${gateway.url}/api/getBalance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessCode: code.code }),
  })
  expect(await readJson(response)).toMatchObject({ saldo: 0, saldo_premium: 0, balance_insufficient: true })
  const requests = gateway.script(textReply("Oi"))
  expect((await gateway.chat(code)).status).toBe(402)
  expect(requests()).toEqual([])

  await gateway.prosa.admin("credit", code.code, "6.00", "--ref", "pix-after")
  expect(await gateway.balance(code)).toMatchObject({ posted: 1_000_000, available: 1_000_000 })
  expect((await gateway.chat(code)).status).toBe(200)
})

test("a look at a code tells which of its wallets are shut, why, and what is held", async () => {
  const code = await gateway.code("premium", 3)
  const show = () => gateway.prosa.admin("code", "show", code.id)
  expect(await show()).toMatchObject({
    frozen: false,
    premium: { available: 3, frozen: null },
    calls: { frozen: null },
  })
  await gateway.prosa.admin("credit", code.id, "-8.00", "--ref", "chargeback-2")
  expect(await show()).toMatchObject({
    frozen: false,
    premium: { posted: -5, held: 0, available: 0, frozen: "overdrawn" },
    free: { frozen: null },
  })
  await gateway.prosa.admin("code", "freeze", code.id)
  expect(await show()).toMatchObject({ frozen: true, premium: { frozen: "operator" }, calls: { frozen: "operator" } })
  await gateway.prosa.admin("code", "unfreeze", code.id)
  expect(await show()).toMatchObject({ frozen: false, premium: { frozen: "overdrawn" }, calls: { frozen: null } })
})
