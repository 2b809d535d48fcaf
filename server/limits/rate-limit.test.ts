import { expect, test } from "vitest"
import { createAddressRate, createRateLimit } from "./rate-limit.ts"

test("whoever is at their limit stays there, however many other keys are made meanwhile", () => {
  const rate = createRateLimit(10, () => 0)
  for (let i = 0; i < 10; i++) rate.check("guesser")
  for (let i = 0; i < 250_000; i++) rate.check(`made-up-${i}`)
  expect(rate.check("guesser").allowed).toBe(false)
})

test("a new key has its place also after a hundred thousand others", () => {
  const rate = createRateLimit(1, () => 0)
  for (let i = 0; i < 100_001; i++) rate.check(`made-up-${i}`)
  expect(rate.check("new").allowed).toBe(true)
  expect(rate.check("new").allowed).toBe(false)
})

test("the /64s of one /48 have together what four of them have", () => {
  const rate = createAddressRate(10, () => 0)
  const passed = Array.from({ length: 200 }, (_, i) => rate.check(`2001:db8:1:${i.toString(16)}::1`).allowed)
  expect(passed.filter(Boolean)).toHaveLength(40)
  expect(rate.check("2001:db8:2::1").allowed).toBe(true)
  expect(rate.check("192.0.2.1").allowed).toBe(true)
})

test("the addresses of one /64 are one subscriber, and a mapped IPv4 address is the plain one", () => {
  const rate = createAddressRate(1, () => 0)
  expect(rate.check("2001:db8::1").allowed).toBe(true)
  expect(rate.check("2001:db8::2").allowed).toBe(false)
  expect(rate.check("192.0.2.1").allowed).toBe(true)
  expect(rate.check("::ffff:192.0.2.1").allowed).toBe(false)
})
