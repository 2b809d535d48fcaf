import type { Message } from "#core/conversation/message.ts"
import { answersWithPicture } from "#core/models/played-roles.ts"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import { isTitleDue, titleCall, titleMessages, trimTitle } from "#core/conversation/title.ts"
import { unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { loadMessages } from "../../../state/stored-conversations.ts"
import { auxiliaryAbilities, askAuxiliary, auxiliaryModel } from "./auxiliary-call.ts"

/** Conversations a title is being asked for. */
const asking = new Set<string>()

/** Gives a conversation its title when it has said enough, whatever is on screen by then. Failing is no trouble: the next answer tries again. */
export async function nameSession(sessionId: string): Promise<void> {
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  if (session === undefined || said === undefined) return
  if (!isTitleDue(session, said, useConfig.getState().enableAutoGenerateTitle)) return
  // One who asks for pictures asks for no words: the first ones of the question are the title.
  const { model, providerName } = modelConfigOf(session, useConfig.getState().modelConfig)
  if (answersWithPicture({ model, providerName }, useAccess.getState().config.roles)) return
  // A title is free after an answer that came to its end; after any other it would be charged.
  const answer = said.at(-1)
  if (answer?.failure || answer?.interrupted || answer?.finish === "aborted") return
  await rename(session, said)
}

/** A new title because somebody asked for one, whatever the conversation is called now. False when none was to be had. */
export async function renewTitle(sessionId: string): Promise<boolean> {
  await loadMessages(sessionId)
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  if (session === undefined || said === undefined) return false
  return rename(session, said)
}

/** The title goes to the conversation that asked, unless somebody gave it another name meanwhile. */
async function rename(session: Session, said: readonly Message[]): Promise<boolean> {
  if (asking.has(session.id)) return true
  const config = modelConfigOf(session, useConfig.getState().modelConfig)
  asking.add(session.id)
  let isDone = false
  try {
    await unlessElsewhere(`title-${session.id}`, async () => {
      const writer = auxiliaryModel(config)
      const answer = await askAuxiliary("title", {
        messages: titleMessages(said, config.historyMessageCount, currentLocale()),
        config: {
          ...writer,
          stream: false,
          ...titleCall(writer.model, auxiliaryAbilities(writer)),
        },
        meta: { isTitle: true },
      })
      const topic = trimTitle(answer)
      isDone = topic !== ""
      if (isDone && conversationStore.getState().sessions[session.id]?.topic === session.topic) {
        dispatch({ type: "session-renamed", sessionId: session.id, topic })
      }
    })
  } finally {
    asking.delete(session.id)
  }
  return isDone
}
