import { expect, test } from "vitest"
import { isAmongChosen, withPlugin } from "./plugin-choice.ts"

const all = ["loja", "brasil"]
const isHere = (id: string) => all.includes(id)
const usable = (chosen: readonly string[] | undefined) => all.filter((id) => isAmongChosen(chosen, id, isHere))

test("where nobody chose, each plugin may be used; an empty list, as NextChat writes it, is no choice", () => {
  expect(usable(undefined)).toEqual(all)
  expect(usable([])).toEqual(all)
  expect(usable(["brasil"])).toEqual(["brasil"])
  expect(usable(withPlugin([], { id: "loja", isOn: false, all, isHere }))).toEqual(["brasil"])
})

test("a choice among another program's plugins is none among these", () => {
  expect(usable(["nc-plug-123"])).toEqual(all)
  expect(usable(["nc-plug-123", "brasil"])).toEqual(["brasil"])
  expect(usable(withPlugin(["nc-plug-123"], { id: "brasil", isOn: false, all, isHere }))).toEqual(["loja"])
})

test("plugins that were all switched off by hand stay off, and come back one by one", () => {
  const none = withPlugin(["loja"], { id: "loja", isOn: false, all, isHere })
  expect(usable(none)).toEqual([])
  expect(usable(withPlugin(none, { id: "brasil", isOn: true, all, isHere }))).toEqual(["brasil"])
})

test("what was switched off by hand stays off when the plugins that were left on are deleted", () => {
  const onlyShop = withPlugin([], { id: "brasil", isOn: false, all, isHere })
  expect(isAmongChosen(onlyShop, "brasil", (id) => id === "brasil")).toBe(false)
})
