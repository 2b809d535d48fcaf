import { page } from "../../../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { idle } from "#core/speech/recording.ts"
import { loadTexts } from "../../../platform/language/texts.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { talking } from "../talking/talking.ts"
import { listening } from "./listening.ts"
import { readAnswersThatEnd } from "./read-when-done.ts"

// A voice of the device says everything at once.
class Utterance {
  onend: (() => void) | null = null
}
const voices = vi.fn<() => readonly object[]>(() => [{ lang: "pt-BR", localService: true }])
vi.stubGlobal("SpeechSynthesisUtterance", Utterance)
vi.stubGlobal("speechSynthesis", { getVoices: voices, speak: (said: Utterance) => said.onend?.(), cancel() {} })
vi.stubGlobal("CSS", { escape: (text: string) => text })
Object.assign(page, { querySelector: () => null })

await loadTexts("pt")

/** An answer that arrives, and ends in this way. */
function answer(id: string, reason: "stop" | "aborted"): void {
  const sessionId = conversationStore.getState().currentId
  const question = userMessage(`${id} asked`, Date.now(), "Oi")
  const streaming = { ...question, id, role: "assistant" as const, content: "", streaming: true }
  dispatch({ type: "message-sent", sessionId, question, answer: streaming })
  const events = [
    { type: "text-delta" as const, text: "Olá, tudo bem?" },
    { type: "finish" as const, reason },
  ]
  dispatch({ type: "answer-advanced", sessionId, messageId: id, events, now: Date.now() })
  dispatch({ type: "answer-finished", sessionId, messageId: id, now: Date.now() })
}

test("an answer is read when it has ended, unless it was stopped or somebody is talking", async () => {
  useConfig.setState(({ ttsConfig }) => ({
    ttsConfig: { ...ttsConfig, enable: true, autoplay: true, engine: "device" },
  }))
  const heard: (string | undefined)[] = []
  const isOver = new Promise<void>((resolve) => {
    listening.subscribe(() => {
      heard.push(listening.get()?.messageId)
      if (listening.get() === undefined) resolve()
    })
  })
  const stop = readAnswersThatEnd()
  answer("stopped", "aborted")
  talking.set({ ...talking.get(), recording: { phase: "touched", at: 0 } })
  answer("talked over", "stop")
  talking.set({ ...talking.get(), recording: idle })
  answer("whole", "stop")
  await isOver
  expect(heard.at(0)).toBe("whole")
  // Each reading asks for the voices first, one that the next takes the word from too.
  expect(voices).toHaveBeenCalledTimes(1)
  stop()
})
