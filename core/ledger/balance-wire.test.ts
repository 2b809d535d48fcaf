import { expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { noUsage } from "../gateway/usage.ts"
import { decodeBalance, decodeMeta, encodeMeta, presentBalance } from "./balance-wire.ts"
import { emptyBalances, type Balances } from "./balance.ts"

const balances: Balances = {
  premium: { posted: microReais(20_000_001), held: microReais(1), available: microReais(20_000_000) },
  free: { posted: microReais(500_000), held: microReais(0), available: microReais(500_000) },
  calls: { posted: 10, held: 2, available: 8 },
}

test("shows what is available, in reais, and the wallet the code pays from", () => {
  expect(presentBalance("premium", balances)).toEqual({
    saldo_premium: 20,
    saldo_gratuito: 0.5,
    saldo_chamadas: 8,
    saldo: 20,
    saldo_reservado: 0.000001,
    tipo_usuario: "premium",
  })
  expect(presentBalance("free", balances)).toMatchObject({ saldo: 0.5, tipo_usuario: "gratuito" })
})

test("says when nothing is left and when a code is not metered", () => {
  const notes = { insufficient: true, unmetered: true, upgradeUrl: "https://planos.example" }
  expect(presentBalance("premium", emptyBalances, notes)).toMatchObject({
    saldo: 0,
    balance_insufficient: true,
    unmetered: true,
    upgrade_url: "https://planos.example",
  })
})

test("reads back what it wrote", () => {
  expect(decodeBalance(presentBalance("premium", balances))).toEqual({
    kind: "premium",
    premium: 20_000_000,
    free: 500_000,
    calls: 8,
    reserved: 1,
    insufficient: false,
    frozen: false,
    unmetered: false,
  })
})

test("says that a code is blocked, and reads that", () => {
  const told = presentBalance("premium", balances, { insufficient: true, frozen: true })
  expect(told).toMatchObject({ frozen: true })
  expect(decodeBalance(told)).toMatchObject({ frozen: true, insufficient: true })
})

test("reads the older spellings: message, then saldo, and an unnamed user is free", () => {
  expect(decodeBalance({ message: "3.25" })).toMatchObject({ kind: "free", premium: 3_250_000, free: 0, calls: 0 })
  expect(decodeBalance({ message: "ok", saldo: 1 })).toMatchObject({ premium: 1_000_000 })
})

test("does not invent a balance where there is none", () => {
  for (const json of [null, [], "1", {}, { error: "x" }, { saldo_premium: "" }, { saldo: Infinity }, { saldo: 1e300 }])
    expect(decodeBalance(json)).toBeUndefined()
})

test("carries the balances after a call to the micro-real and back", () => {
  const after = {
    total: microReais(19_999_999),
    premium: microReais(19_999_999),
    free: microReais(1),
    calls: 7,
    reserved: microReais(5_000_000),
    cost: microReais(123_457),
    runId: "r1",
  }
  expect(encodeMeta(after).cost).toBe(0.123457)
  expect(decodeMeta(JSON.parse(JSON.stringify(encodeMeta(after))))).toEqual(after)
  const charged = { ...after, usage: { ...noUsage, inputUncached: 40, output: 2, source: "estimated" as const } }
  expect(decodeMeta(JSON.parse(JSON.stringify(encodeMeta(charged))))).toEqual(charged)
})

test("refuses a _meta that lacks a field", () => {
  const whole = encodeMeta({
    total: microReais(1),
    premium: microReais(1),
    free: microReais(0),
    calls: 0,
    cost: microReais(0),
    runId: "r",
  })
  for (const field of Object.keys(whole)) expect(decodeMeta({ ...whole, [field]: undefined })).toBeUndefined()
})
