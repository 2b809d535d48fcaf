import "../../../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { pendingAnswer, userMessage } from "#core/conversation/message.ts"
import { createSession } from "../../../state/conversation-list.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { useAccess } from "../../../state/access-store.ts"
import { askAboutModel } from "../turn/model-change.ts"
import { sendAgain } from "./edit-message.ts"

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
