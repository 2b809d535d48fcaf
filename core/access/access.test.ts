import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { bareAccessCode, formatAccessCode, isAccessCodeShaped } from "./access-code.ts"
import { applyAccessEvent, visitor, type Access } from "./access-state.ts"
import { unauthorizedOptions } from "./unauthorized-help.ts"
import { newSessionModel, shownTier } from "./shown-tier.ts"

describe("an access code", () => {
  it("spells 128 random bits in 26 characters that nobody mistakes for one another", () => {
    expect(formatAccessCode("premium", new Uint8Array(16))).toBe("prosa_00000000000000000000000000")
    expect(formatAccessCode("free", new Uint8Array(16).fill(255))).toBe("free_zzzzzzzzzzzzzzzzzzzzzzzzzw")
  })

  it("differs whenever the random bytes differ", () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const same = one.every((byte, index) => byte === other[index])
        expect(formatAccessCode("premium", one) === formatAccessCode("premium", other)).toBe(same)
        expect(formatAccessCode("premium", one)).toMatch(/^prosa_[0-9a-hjkmnp-tv-z]{26}$/)
      }),
    )
  })

  it("is refused to be made of fewer bits", () =>
    expect(() => formatAccessCode("free", new Uint8Array(15))).toThrow(RangeError))

  it("is recognised with nk-, mistyped, or cut short, and never taken for a provider's key", () => {
    expect(["nk-anything", "prosa_abc", "free_x", "PROSA_ABC", " prosa_abc"].every(isAccessCodeShaped)).toBe(true)
    expect(["sk-proj-abc", "AIzaSyabc", "gsk_abc", "sk-ant-api03", ""].some(isAccessCodeShaped)).toBe(false)
  })

  it("is read bare: trimmed and without nk-", () => expect(bareAccessCode("  nk-prosa_1 ")).toBe("prosa_1"))
})

describe("the tier", () => {
  const premium = { userType: "premium", isAnonymousUser: false } as const
  const free = { userType: "gratuito", isAnonymousUser: false } as const

  it("is premium only for a premium user, and not where the address or the host name is that of the free site", () => {
    const place = (query: string, hostName = "prosa.example") => ({ query, hostName })
    expect(shownTier(premium, place(""))).toBe("premium")
    expect(shownTier(premium, place("?x=1&site=gratuito"))).toBe("free")
    expect(shownTier(premium, place("?site=gratuitos"))).toBe("premium")
    expect(shownTier(premium, place("", "gratuito.prosa.example"))).toBe("free")
    expect(shownTier(free, place(""))).toBe("free")
    expect(shownTier({ userType: "premium", isAnonymousUser: true }, place(""))).toBe("anonymous")
  })

  it("gives a new session gpt-5, or gpt-4o-mini to free and anonymous users and on the free site", () => {
    const here = { query: "", hostName: "prosa.example" }
    expect(newSessionModel("premium", here)).toBe("gpt-5")
    expect(newSessionModel("premium", here, "gpt-4.1")).toBe("gpt-4.1")
    expect(newSessionModel("free", here, "gpt-4.1")).toBe("gpt-4o-mini")
    expect(newSessionModel("anonymous", here)).toBe("gpt-4o-mini")
    expect(newSessionModel("premium", { ...here, query: "?site=gratuito" })).toBe("gpt-4o-mini")
    expect(newSessionModel("premium", { ...here, hostName: "gratuito.prosa.example" })).toBe("gpt-4o-mini")
  })
})

describe("changing the access code", () => {
  const rich: Access = {
    ...visitor,
    accessCode: "prosa_1",
    userType: "premium",
    premium: microReais(5),
    isAnonymousUser: false,
  }

  it("without a code one is a free visitor", () => {
    expect(applyAccessEvent(rich, { type: "code-entered", code: "  " })).toEqual(visitor)
  })

  it("another code does not show the balance of the one before", () => {
    expect(applyAccessEvent(rich, { type: "code-entered", code: "nk-prosa_2" })).toMatchObject({
      accessCode: "prosa_2",
      premium: 0,
      userType: "gratuito",
    })
  })

  it("a refused code with no premium balance is forgotten", () => {
    const poor = { ...rich, premium: microReais(0), free: microReais(3) }
    expect(applyAccessEvent(poor, { type: "code-refused" })).toEqual(visitor)
  })

  it("a refused code with a premium balance is kept and flagged, until it is accepted again", () => {
    const flagged = applyAccessEvent(rich, { type: "code-refused" })
    expect(flagged).toEqual({ ...rich, hasInvalidCode: true })
    expect(applyAccessEvent(flagged, { type: "code-accepted" })).toEqual(rich)
  })

  it("'Saldo insuficiente' empties the balances and keeps the code", () => {
    expect(applyAccessEvent(rich, { type: "balance-exhausted" })).toEqual({ ...rich, premium: 0, free: 0 })
  })

  it("takes over the balance and type the server tells", () => {
    const balance = {
      kind: "premium",
      premium: microReais(7),
      free: microReais(1),
      calls: 3,
      reserved: microReais(2),
      insufficient: false,
      frozen: false,
      unmetered: false,
    } as const
    expect(applyAccessEvent({ ...visitor, accessCode: "x" }, { type: "balance-fetched", balance })).toMatchObject({
      userType: "premium",
      premium: 7,
      free: 1,
      calls: 3,
    })
  })
})

describe("the help for who was not let in", () => {
  it("has three options on the web and two in the app, and none that the server does not take", () => {
    const open = { hideUserApiKey: false }
    expect(unauthorizedOptions("web", open)).toEqual(["hosted", "access-code", "own-provider"])
    expect(unauthorizedOptions("app", open)).toEqual(["hosted", "own-provider"])
    expect(unauthorizedOptions("web", { hideUserApiKey: true })).toEqual(["hosted", "access-code"])
  })
})
