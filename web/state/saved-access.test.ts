import { beforeEach, describe, expect, test, vi } from "vitest"
import { visitor } from "#core/access/access-state.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { tabStorage } from "../../testing/tab-storage.ts"
import { unknownConfig } from "../platform/gateway/server-config.ts"
import { accessKey, saveAccess, savedAccess, type SavedAccess } from "./saved-access.ts"

beforeEach(() => void vi.stubGlobal("localStorage", tabStorage()))

const write = (state: object) => localStorage.setItem(accessKey, JSON.stringify({ state, version: 2 }))
const read = () => fieldsOf(fieldsOf(JSON.parse(localStorage.getItem(accessKey) ?? "{}"))["state"])
const stamped = () =>
  Object.keys(fieldsOf(fieldsOf(JSON.parse(localStorage.getItem("nk-access-clocks") ?? "{}"))["at"]))
const premium = (accessCode: string): SavedAccess => ({
  ...savedAccess(),
  accessCode,
  userType: "premium",
  premium: microReais(5_000_000),
  isAnonymousUser: false,
})

describe("the access of the last visit", () => {
  test("is a visitor's where nothing was stored, or nothing that can be read", () => {
    for (const text of ["", "null", "{", "[]", '{"state":5}']) {
      localStorage.setItem(accessKey, text)
      expect(savedAccess()).toMatchObject({ ...visitor, accessCode: "", config: unknownConfig })
    }
  })

  test("is a visitor's where there are balances and no code", () => {
    write({ userType: "premium", premium: 5_000_000, unmetered: true })
    expect(savedAccess()).toMatchObject(visitor)
  })

  test("has tier and balances at once, and nothing for an amount that is none", () => {
    write({ accessCode: "nk-abc", userType: "premium", premium: 5_000_000, free: 0.5, calls: "9", reserved: null })
    expect(savedAccess()).toMatchObject({
      accessCode: "abc",
      userType: "premium",
      isAnonymousUser: false,
      premium: 5_000_000,
      free: 0,
      calls: 0,
      reserved: 0,
    })
  })

  test("has what the ancestor stored flat: balances in reais, the tier's word, the server's settings", () => {
    write({
      accessCode: "abc",
      tipo_usuario: "premium",
      saldo: 1,
      saldo_premium: "12.5",
      saldo_gratuito: 0.25,
      saldo_chamadas: 3,
      needCode: true,
      hideUserApiKey: true,
      defaultModel: "gpt-5@OpenAI",
    })
    expect(savedAccess()).toMatchObject({
      userType: "premium",
      premium: 12_500_000,
      free: 250_000,
      calls: 3,
      config: { needCode: true, hideUserApiKey: true, defaultModel: "gpt-5@OpenAI" },
    })
    write({ accessCode: "abc", tipo_usuario: "premium", saldo: 2, saldo_gratuito: "muito", saldo_chamadas: -1.5 })
    expect(savedAccess()).toMatchObject({ premium: 2_000_000, free: 0, calls: 0 })
  })

  test("is of the free tier and metered unless it says otherwise in so many words", () => {
    write({ accessCode: "abc", userType: "PREMIUM", unmetered: 1, hasInvalidCode: "yes", upgradeUrl: 5 })
    expect(savedAccess()).toMatchObject({ userType: "gratuito", unmetered: false, hasInvalidCode: false })
    expect(savedAccess()).not.toHaveProperty("upgradeUrl")
  })
})

describe("saving the access", () => {
  test("gives back what was saved, and stamps what somebody entered alone", () => {
    saveAccess(premium("mine"))
    expect(savedAccess()).toMatchObject({ accessCode: "mine", userType: "premium", premium: 5_000_000 })
    expect(stamped()).toEqual(["accessCode"])
  })

  test("leaves a code that another tab entered, and the balance that belongs to it", () => {
    const mine = premium("mine")
    saveAccess(mine)
    write({ ...read(), accessCode: "theirs", premium: 9_000_000 })
    // This tab has not heard of it, and learns its own balance.
    saveAccess({ ...mine, premium: microReais(4_000_000) })
    expect(read()).toMatchObject({ accessCode: "theirs", premium: 9_000_000 })
  })

  test("takes the code entered here over another tab's", () => {
    const mine = premium("mine")
    saveAccess(mine)
    write({ ...read(), accessCode: "theirs" })
    saveAccess({ ...mine, accessCode: "newer" })
    expect(read()["accessCode"]).toBe("newer")
  })

  test("stores nothing of what is left of a day", () => {
    const access = premium("mine")
    saveAccess({ ...access, config: { ...access.config, free: { left: 3, of: 30 } } })
    expect(read()["config"]).not.toHaveProperty("free")
  })
})
