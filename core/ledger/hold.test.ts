import { describe, expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { planHold, type HoldNeed } from "./hold.ts"

/** One micro-real a token, in and out: amounts read as tokens. */
const price = {
  inputPerMillion: 1_000_000,
  cachedPerMillion: 1_000_000,
  cacheWritePerMillion: 1_000_000,
  outputPerMillion: 1_000_000,
}
const need = (changes: Partial<HoldNeed> & { readonly balance: number }): HoldNeed => ({
  promptMost: 100,
  cap: 100_000,
  outputFloor: 512,
  price,
  othersOpen: false,
  available: microReais(changes.balance),
  ...changes,
})

describe("a reservation", () => {
  test("covers the prompt and the whole cap where the balance is ample", () => {
    expect(planHold(need({ balance: 1_000_000 }))).toEqual({ cap: 100_000, amount: 100_100 })
  })

  test("takes half of a roomy balance, so that other chats still fit", () => {
    const first = planHold(need({ balance: 20_000 }))
    expect(first).toEqual({ cap: 9_900, amount: 10_000 })
    const second = planHold(need({ balance: 10_000, othersOpen: true }))
    expect(second).toEqual({ cap: 4_900, amount: 5_000 })
    expect(planHold(need({ balance: 5_000, othersOpen: true }))).toEqual({ cap: 2_400, amount: 2_500 })
  })

  test("takes all of a small balance when nothing else is under way", () => {
    expect(planHold(need({ balance: 3_000 }))).toEqual({ cap: 2_900, amount: 3_000 })
  })

  test("takes the floor where half would not reach it", () => {
    expect(planHold(need({ balance: 1_000, othersOpen: true }))).toEqual({ cap: 512, amount: 612 })
    expect(planHold(need({ balance: 6_000, outputFloor: 4_096 }))).toEqual({ cap: 4_096, amount: 4_196 })
  })

  test("is refused one token below the floor", () => {
    expect(planHold(need({ balance: 612 }))).toEqual({ cap: 512, amount: 612 })
    expect(planHold(need({ balance: 611 }))).toBeUndefined()
    expect(planHold(need({ balance: 0 }))).toBeUndefined()
    expect(planHold(need({ balance: 4_195, outputFloor: 4_096 }))).toBeUndefined()
  })

  test("asks for no more than a client that wants little", () => {
    expect(planHold(need({ balance: 150, cap: 20 }))).toEqual({ cap: 20, amount: 120 })
  })

  test("reserves at least a micro-real, as a hold must", () => {
    const cheap = { inputPerMillion: 1, cachedPerMillion: 1, cacheWritePerMillion: 1, outputPerMillion: 1 }
    expect(planHold(need({ balance: 1, promptMost: 0, cap: 1, price: cheap }))).toEqual({ cap: 1, amount: 1 })
  })
})
