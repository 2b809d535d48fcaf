import { beforeAll, expect, test } from "vitest"
import { pendingAnswer, type Message } from "#core/conversation/message.ts"
import { loadTexts } from "../platform/language/texts.ts"
import { endingNote } from "./ending-note.ts"

beforeAll(() => loadTexts("pt"))

const { streaming: _, ...place } = pendingAnswer("a", 0, "gpt-5")
const answer: Message = { ...place, content: "metade" }

test("an abort that was not Stop says that the connection broke, in the specified words, and Stop says who stopped", () => {
  expect(endingNote({ ...answer, interrupted: true })).toMatch(/^Conexão interrompida\.\.\. /)
  expect(endingNote({ ...answer, finish: "aborted" })).toBe("Você parou a resposta.")
  expect(endingNote({ ...answer, finish: "stop" })).toBeUndefined()
})
