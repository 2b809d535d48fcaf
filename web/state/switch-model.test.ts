import { expect, test, vi } from "vitest"
import { modelConfigOf } from "#core/conversation/session.ts"

// What a page has around it, as far as the stores look at it when they start.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
})

const { chooseModel } = await import("./switch-model.ts")
const { useConfig } = await import("./config-store.ts")
const { createSession } = await import("./conversation-list.ts")
const { conversationStore } = await import("./conversation-store.ts")

const maskOf = (id: string) => {
  const session = conversationStore.getState().sessions[id]
  if (session === undefined) throw new Error("no such conversation")
  return { follows: session.mask.syncGlobalConfig, ...modelConfigOf(session, useConfig.getState().modelConfig) }
}
const setTemperature = (temperature: number) =>
  useConfig.setState({ modelConfig: { ...useConfig.getState().modelConfig, temperature } })

test("whose model was chosen by hand keeps the settings that were in effect, and no longer follows the global ones", () => {
  const id = createSession()
  setTemperature(0.7)
  const { model, providerName } = maskOf(id)
  chooseModel(id, model, providerName)
  expect(maskOf(id)).toMatchObject({ follows: true, temperature: 0.7 })
  chooseModel(id, "o3", "OpenAI")
  setTemperature(1.2)
  expect(maskOf(id)).toMatchObject({ follows: false, model: "o3", providerName: "OpenAI", temperature: 0.7 })
})

test("an empty conversation that is taken as a new one follows them again", () => {
  const id = createSession()
  chooseModel(id, "o3", "OpenAI")
  setTemperature(0.4)
  expect(createSession()).toBe(id)
  expect(maskOf(id)).toMatchObject({ follows: true, temperature: 0.4 })
  expect(maskOf(id).model).not.toBe("o3")
})
