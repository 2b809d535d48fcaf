import { expect, test } from "vitest"
import { createWrongCodes } from "./wrong-codes.ts"

function guessing() {
  let at = 0
  const waits: number[] = []
  const wrongCodes = createWrongCodes(
    () => at,
    async (ms) => void waits.push(ms),
  )
  return { wrongCodes, waits, pass: (ms: number) => void (at += ms) }
}

test("each wrong code costs its address more time than the last, at most five seconds", async () => {
  const { wrongCodes, waits } = guessing()
  for (let n = 0; n < 8; n++) expect(await wrongCodes.slow("203.0.113.9")).toBeUndefined()
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
})

test("another address does not pay for it, the same subscriber's does, and good conduct is rewarded", async () => {
  const { wrongCodes, waits, pass } = guessing()
  await wrongCodes.slow("2001:db8:1:2::1")
  await wrongCodes.slow("2001:db8:1:2::2")
  await wrongCodes.slow("2001:db8:1:3::1")
  pass(600_000)
  await wrongCodes.slow("2001:db8:1:2::1")
  expect(waits).toEqual([200, 400, 200, 200])
})

test("after a hundred from one neighbourhood more are refused at once, until it has been quiet", async () => {
  const { wrongCodes, waits, pass } = guessing()
  for (let n = 0; n < 100; n++) expect(await wrongCodes.slow(`203.0.113.${n}`)).toBeUndefined()
  expect(await wrongCodes.slow("203.0.113.200")).toEqual({ kind: "too-many-requests", retryAfterMs: 600_000 })
  expect(await wrongCodes.slow("203.0.114.1")).toBeUndefined()
  expect(waits).toHaveLength(101)
  pass(600_000)
  expect(await wrongCodes.slow("203.0.113.200")).toBeUndefined()
})

test("no more than a thousand wait at once", async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const wrongCodes = createWrongCodes(
    () => 0,
    () => released,
  )
  const waiting = Array.from({ length: 1_000 }, (_, n) => wrongCodes.slow(`10.${n >> 8}.${n & 255}.1`))
  expect(await wrongCodes.slow("192.0.2.1")).toEqual({ kind: "too-many-requests", retryAfterMs: 5_000 })
  release()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]))
  expect(await wrongCodes.slow("192.0.2.1")).toBeUndefined()
})

test("a /48 shares one count, so that its many networks are no many tries", async () => {
  const { wrongCodes } = guessing()
  for (let n = 0; n < 100; n++) expect(await wrongCodes.slow(`2001:db8:1:${n.toString(16)}::1`)).toBeUndefined()
  expect(await wrongCodes.slow("2001:db8:1:ffff::1")).toMatchObject({ kind: "too-many-requests" })
  expect(await wrongCodes.slow("2001:db8:2:1::1")).toBeUndefined()
})

test("a flood of other addresses makes nobody's count smaller", async () => {
  const { wrongCodes, waits } = guessing()
  for (let n = 0; n < 100; n++) await wrongCodes.slow("203.0.113.9")
  for (let n = 0; n < 40_000; n++) await wrongCodes.slow(`2001:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`)
  expect(await wrongCodes.slow("203.0.113.9")).toEqual({ kind: "too-many-requests", retryAfterMs: 600_000 })
  // And the flood itself goes at the slowest.
  expect(waits.slice(-30_000).every((ms) => ms === 5_000)).toBe(true)
})

test("a few tries of many addresses, all day long, slow nobody down", async () => {
  const { wrongCodes, waits, pass } = guessing()
  for (let n = 0; n < 5_000; n++) {
    await wrongCodes.slow(`10.${n >> 8}.${n & 255}.1`)
    pass(10_000)
  }
  expect(new Set(waits)).toEqual(new Set([200]))
})

test("one address has a few tries wait at once, and leaves the others their room", async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const heard: string[] = []
  const wrongCodes = createWrongCodes(
    () => 0,
    () => released,
    (address) => void heard.push(address),
  )
  const tries = Array.from({ length: 500 }, () => wrongCodes.slow("203.0.113.9"))
  const others = Array.from({ length: 50 }, (_, n) => wrongCodes.slow(`10.0.${n}.1`))
  release()
  const waited = (await Promise.all(tries)).filter((failure) => failure === undefined)
  expect(waited).toHaveLength(20)
  expect(await Promise.all(others)).toEqual(others.map(() => undefined))
  expect(heard).toHaveLength(550)
})

test("a try that was none is given back, a hundred times in ten minutes and no more", async () => {
  const { wrongCodes, waits, pass } = guessing()
  const tryRight = async () => {
    expect(await wrongCodes.attempt("203.0.113.9")).toBeUndefined()
    wrongCodes.giveBack("203.0.113.9")
  }
  for (let n = 0; n < 100; n++) await tryRight()
  expect(new Set(waits)).toEqual(new Set([200]))
  for (let n = 0; n < 100; n++) await tryRight()
  expect(await wrongCodes.attempt("203.0.113.9")).toMatchObject({ kind: "too-many-requests" })
  expect(wrongCodes.refuses("203.0.113.9")).toBe(true)
  pass(600_000)
  expect(wrongCodes.refuses("203.0.113.9")).toBe(false)
  await tryRight()
})
