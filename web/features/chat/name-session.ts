import { isTitleDue, titleCall, titleMessages, trimTitle } from "#core/conversation/title.ts"
import { isUntitled, modelConfigOf } from "#core/conversation/session.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { unlessElsewhere } from "../../platform/answer-locks.ts"
import { requestChat } from "../../platform/gateway-client.ts"
import { currentLocale } from "../../platform/language.ts"
import { applyBalance, authHeaders } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { conversationStore, dispatch } from "../../state/conversation-store.ts"

/** Conversations a title is being asked for. */
const asking = new Set<string>()

/** Longest a title is waited for. */
const timeoutMs = 30_000

/** Gives a conversation its title when it has said enough, whatever is on screen by then. Failing is no trouble: the next answer tries again. */
export async function nameSession(sessionId: string): Promise<void> {
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  const settings = useConfig.getState()
  if (session === undefined || said === undefined || asking.has(sessionId)) return
  if (!isTitleDue(session, said, settings.enableAutoGenerateTitle)) return
  // A title is free after an answer that came to its end; after any other it would be charged.
  const answer = said.at(-1)
  if (answer?.failure || answer?.interrupted || answer?.finish === "aborted") return

  const config = modelConfigOf(session, settings.modelConfig)
  const request: ChatRequest = {
    messages: titleMessages(said, config.historyMessageCount, currentLocale()),
    config: {
      model: config.compressModel,
      providerName: config.compressProviderName,
      stream: false,
      ...titleCall(config.compressModel),
    },
    meta: { isTitle: true },
  }
  asking.add(sessionId)
  try {
    await unlessElsewhere(`title-${sessionId}`, async () => {
      const title = trimTitle(await wholeText(request))
      const now = conversationStore.getState().sessions[sessionId]
      if (title !== "" && now !== undefined && isUntitled(now)) {
        dispatch({ type: "session-renamed", sessionId, topic: title })
      }
    })
  } finally {
    asking.delete(sessionId)
  }
}

/** The text of an answer nobody watches; empty when it failed. */
async function wholeText(request: ChatRequest): Promise<string> {
  const answer = await requestChat({ request, headers: authHeaders(), signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) return ""
  let text = ""
  for await (const events of answer.value.events) {
    for (const event of events) {
      if (event.type === "failure") return ""
      if (event.type === "balance") applyBalance(event.balance)
      if (event.type === "text-delta") text += event.text
    }
  }
  return text
}
