import { modelChangeOf, type ModelChange } from "#core/models/model-change.ts"
import type { Session } from "#core/conversation/session.ts"
import { useAccess } from "../../../state/access-store.ts"
import { conversationStore, useConversations } from "../../../state/conversation-store.ts"
import { createEmitter, useEmitter } from "../../../ui/emitter.ts"
import { askedIn } from "./who-pays.ts"

/** A message that waits until the user accepts a dearer model or chooses another. */
interface Waiting {
  readonly sessionId: string
  readonly goOn: () => void
  /** Goes on with another model, too: what waits stands in no field any more. */
  readonly withOther: boolean
  /** Called where another message waits in its place. */
  readonly onKept: () => void
}

const waiting = createEmitter<Waiting | undefined>(undefined)

/**
 * True: nothing may be sent yet, and the question stands above the field. `goOn` is called after a yes, `onKept` where another
 * message takes the place of this one, so that its words are kept.
 */
export function askAboutModel(sessionId: string, goOn: () => void, withOther = false, onKept = () => {}): boolean {
  const session = conversationStore.getState().sessions[sessionId]
  if (session === undefined || !needsYes(session)) return false
  const before = waiting.get()
  waiting.set({ sessionId, goOn, withOther, onKept })
  before?.onKept()
  return true
}

/** Whether the model of a conversation is answered for by a dearer one, or by nobody, and that was not agreed to. */
export function needsYes(session: Session): boolean {
  const change = changeIn(session)
  return change !== undefined && change.kind !== "follows" && session.modelTold !== change.key
}

/** The change of the conversation's model. An own key's call goes to the model it names, or fails. */
function changeIn(session: Session): ModelChange | undefined {
  const asked = askedIn(session)
  return asked.isOwn ? undefined : modelChangeOf(asked, useAccess.getState().config)
}

/** The model change that the user must be informed of or asked about; undefined while there is none. */
export function useModelNews(sessionId: string): ModelChange | undefined {
  useAccess((state) => state.config)
  useAccess((state) => state.own)
  useAccess((state) => state.userType)
  const session = useConversations(({ sessions }) => sessions[sessionId])
  const asks = useWaiting()?.sessionId === sessionId
  const change = session && changeIn(session)
  if (change === undefined || session?.modelTold === change.key) return undefined
  return change.kind === "follows" || asks ? change : undefined
}

export function useWaiting(): Waiting | undefined {
  return useEmitter(waiting)
}

export function stopWaiting(): void {
  waiting.set(undefined)
}
