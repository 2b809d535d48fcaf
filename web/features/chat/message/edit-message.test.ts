import { expect, test, vi } from "vitest"
import { pendingAnswer, userMessage } from "#core/conversation/message.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"

// What a page has around it, as far as sending looks at it. There is no database: the memory takes its place.
vi.hoisted(() => {
  const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: "pt-BR" } })
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("navigator", { onLine: true, languages: ["pt-BR"] })
})
vi.stubGlobal("localStorage", tabStorage())
vi.stubGlobal("sessionStorage", tabStorage())

const { createSession } = await import("../../../state/conversation-list.ts")
const { conversationStore, dispatch } = await import("../../../state/conversation-store.ts")
const { useAccess } = await import("../../../state/access-store.ts")
const { askAboutModel } = await import("../turn/model-change.ts")
const { sendAgain } = await import("./edit-message.ts")

test("an edited question whose model waits for a yes gives its words back where another message takes its place", () => {
  const sessionId = createSession()
  const question = userMessage("q", 1, "pergunta")
  dispatch({
    type: "message-sent",
    sessionId,
    question,
    answer: { ...pendingAnswer("r", 1, "gpt-5"), streaming: false },
  })
  const { model, providerName } = conversationStore.getState().sessions[sessionId]!.mask.modelConfig
  const { config } = useAccess.getState()
  const retired = { [`${model}@${providerName}`]: { displayName: "GPT-5" } }
  useAccess.setState({ config: { ...config, retired } })
  const kept = vi.fn<() => void>()
  sendAgain(sessionId, question, "outra", kept)
  expect(kept).not.toHaveBeenCalled()
  expect(askAboutModel(sessionId, () => {})).toBe(true)
  expect(kept).toHaveBeenCalledOnce()
  askAboutModel(sessionId, () => {})
  expect(kept).toHaveBeenCalledOnce()
})
