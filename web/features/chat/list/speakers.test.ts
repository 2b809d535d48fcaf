import { beforeAll, expect, test, vi } from "vitest"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { loadTexts } from "../../../platform/language/texts.ts"
import { isSpeakerKnown, lastSpeaker } from "./speakers.ts"

// What names a model knows the address of the page.
vi.hoisted(() => vi.stubGlobal("location", new URL("http://localhost/")))

beforeAll(() => loadTexts("pt"))

const by = (model: string): Message => pendingAnswer(model, 0, model)
const question = userMessage("q", 0, "Oi")

test("who speaks is said where the model changes, and by the first answer only where another one took over", () => {
  const talk = [question, by("gpt-5"), question, by("gpt-5"), question, by("gpt-4.1")]
  expect([1, 3, 5].map((at) => isSpeakerKnown(talk, at, undefined))).toEqual([true, true, false])
  const redirected = { ...by("gpt-5"), redirected: { called: "gpt-6", asked: "gpt-5" } }
  expect(isSpeakerKnown([question, redirected], 1, undefined)).toBe(false)
})

test("the answers before a group tell who spoke last", () => {
  const before = lastSpeaker([question, by("gpt-5"), question])
  expect(isSpeakerKnown([by("gpt-5")], 0, before)).toBe(true)
  expect(isSpeakerKnown([by("gpt-4.1")], 0, before)).toBe(false)
})
