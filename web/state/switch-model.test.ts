import "../../testing/page-around.ts"
import { expect, test } from "vitest"
import { modelConfigOf } from "#core/conversation/session.ts"
import { chooseModel } from "./switch-model.ts"
import { useConfig } from "./config-store.ts"
import { createSession } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"

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
