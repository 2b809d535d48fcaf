import { expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { idle } from "#core/speech/recording.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"

// What a page has around it, as far as what is read looks at it. A voice of the device says everything at once.
const asked = vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("CSS", { escape: (text: string) => text })
  vi.stubGlobal("navigator", { onLine: true, languages: ["pt-BR"] })
  Object.assign(page, { querySelector: () => null })
  class Utterance {
    onend: (() => void) | null = null
  }
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance)
  const voices = vi.fn<() => readonly object[]>(() => [{ lang: "pt-BR", localService: true }])
  vi.stubGlobal("speechSynthesis", {
    getVoices: voices,
    speak: (said: Utterance) => said.onend?.(),
    cancel() {},
  })
  return voices
})
vi.stubGlobal("sessionStorage", tabStorage())

await (await import("../../../platform/language/texts.ts")).loadTexts("pt")
const { conversationStore, dispatch } = await import("../../../state/conversation-store.ts")
const { useConfig } = await import("../../../state/config-store.ts")
const { talking } = await import("../talking/talking.ts")
const { listening } = await import("./listening.ts")
const { readAnswersThatEnd } = await import("./read-when-done.ts")

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
  expect(asked).toHaveBeenCalledTimes(1)
  stop()
})
