import { expect, test } from "vitest"
import { isAmongChosen, withPlugin } from "./plugin-choice.ts"

const all = ["loja", "brasil"]

test("where nobody chose, each plugin may be used; an empty list, as NextChat writes it, is no choice", () => {
  expect(isAmongChosen(undefined, "loja")).toBe(true)
  expect(isAmongChosen([], "loja")).toBe(true)
  expect(isAmongChosen(["brasil"], "loja")).toBe(false)
  expect(withPlugin([], { id: "loja", isOn: false, all })).toEqual(["brasil"])
})

test("plugins that were all switched off by hand stay off, and come back one by one", () => {
  const none = withPlugin(["loja"], { id: "loja", isOn: false, all })
  expect(all.map((id) => isAmongChosen(none, id))).toEqual([false, false])
  expect(withPlugin(none, { id: "brasil", isOn: true, all })).toEqual(["brasil"])
})
