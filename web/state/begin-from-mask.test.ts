import { expect, test, vi } from "vitest"
import { emptyMask } from "#core/masks/mask.ts"

// What a page has around it, as far as the stores look at it: a touch screen, where no field takes the focus by itself.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
})

const { beginFromMask, changeMask, leaveMask, updateFromMask } = await import("./begin-from-mask.ts")
const { conversationStore } = await import("./conversation-store.ts")
const { isPluginOn, switchInConversation } = await import("./tools-of-conversation.ts")

const mask = { ...emptyMask({ id: "100000", lang: "pt", createdAt: 0 }), name: "Redação" }

function sessionOf(id: string) {
  const session = conversationStore.getState().sessions[id]
  if (session === undefined) throw new Error("no such conversation")
  return session
}

test("a mask that names no plugins leaves them all on: as one begins, changes, is renewed and is left", async () => {
  const id = await beginFromMask(mask)
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(true)
  changeMask(id, { ...mask, plugin: [] })
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(true)
  await updateFromMask(id, mask)
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(true)
  leaveMask(id)
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(true)
})

test("a mask takes back what was chosen in the mask before, and what is all off by hand stays so", async () => {
  const id = await beginFromMask({ ...mask, plugin: ["loja"] })
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(false)
  switchInConversation(sessionOf(id), "loja", false, ["loja", "brasil"])
  expect(["loja", "brasil"].map((one) => isPluginOn(sessionOf(id), one))).toEqual([false, false])
  changeMask(id, mask)
  expect(isPluginOn(sessionOf(id), "loja")).toBe(true)
})
