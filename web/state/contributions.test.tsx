import { renderToStaticMarkup } from "react-dom/server"
import { beforeEach, expect, test, vi } from "vitest"
import type { Action } from "../ui/action.ts"
import { menuItems } from "../ui/action.ts"
import type * as contributions from "./contributions.ts"

/** The lists begin empty in every page. */
let page: typeof contributions
beforeEach(async () => {
  vi.resetModules()
  page = await import("./contributions.ts")
})

/** The actions on a block of code, as a part of the page shows them. */
function shown(): string {
  const Part = () => page.useActions("code").map(({ id }) => id)
  return renderToStaticMarkup(<Part />)
}

const run = () => {}
const read: Action<unknown> = { id: "read", icon: "copy", text: () => "Ler", run }
const lists: Partial<contributions.Actions> = { code: [read] }

test("fetches the actions with the first part that shows some, and only then", async () => {
  let fetches = 0
  const actions = async () => {
    fetches++
    return { actions: lists }
  }
  page.provideContributions({ actions })
  expect(fetches).toBe(0)
  expect(await page.withActions(async () => "a menu")).toBe("a menu")
  expect(shown()).toBe("read")
  await page.withActions(async () => "another menu")
  expect(fetches).toBe(1)
})

test("shows a part without its actions where these cannot be fetched, and fetches them with the next part", async () => {
  let isOffline = true
  const actions = async () => {
    if (isOffline) throw new TypeError("offline")
    return { actions: lists }
  }
  page.provideContributions({ actions })
  expect(await page.withActions(async () => "a menu")).toBe("a menu")
  expect(shown()).toBe("")
  isOffline = false
  await page.withActions(async () => "another menu")
  expect(shown()).toBe("read")
})

test("a menu has an entry for each action that is offered for its subject, in their order", () => {
  const spoken: string[] = []
  const actions: readonly Action<string>[] = [
    { ...read, text: (words) => `Ler ${words}`, run: (words) => void spoken.push(words) },
    { ...read, id: "never", isOffered: () => false },
    { ...read, id: "empty", isDisabled: (words) => words === "" },
  ]
  const items = menuItems(actions, "Olá")
  expect(items.map(({ id, text, disabled }) => [id, text, disabled])).toEqual([
    ["read", "Ler Olá", false],
    ["empty", "Ler", false],
  ])
  items[0]?.onSelect()
  expect(spoken).toEqual(["Olá"])
  expect(menuItems(actions, "").at(-1)?.disabled).toBe(true)
})
