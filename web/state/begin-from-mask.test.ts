import "../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { emptyMask } from "#core/masks/mask.ts"
import { beginFromMask, changeMask, leaveMask, updateFromMask } from "./begin-from-mask.ts"
import { conversationStore } from "./conversation-store.ts"
import { plugins } from "./plugin-store.ts"
import { isPluginOn, switchInConversation } from "./tools-of-conversation.ts"

// A touch screen, where no field takes the focus by itself.
vi.stubGlobal("matchMedia", () => ({ matches: true }))

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

test("a mask of another program, which names that program's plugins, leaves all of these on", async () => {
  const id = await beginFromMask({ ...mask, plugin: ["nc-plug-123"] })
  plugins.use.setState({ records: [], isLoaded: true })
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(true)
  switchInConversation(sessionOf(id), "brasil", false, ["brasil"])
  expect(isPluginOn(sessionOf(id), "brasil")).toBe(false)
})
