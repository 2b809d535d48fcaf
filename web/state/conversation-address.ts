import { chatAddress, conversationIn, screenAt } from "#core/screens/screens.ts"
import type { Session } from "#core/conversation/session.ts"
import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import { isWindowOnTop } from "../platform/browser/history-layers.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { goTo } from "../platform/browser/navigation.ts"
import { createEmitter, useEmitter } from "../ui/emitter.ts"
import { createSession, selectSession } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { startConversations } from "./start-conversations.ts"
import { pagePath, pageSearch } from "../platform/browser/page-address.ts"

/*
 * The address and the open conversation go together: a conversation in which something was said has an address of its own
 * (`/chat?c=<id>`), so that Back leads to the previous one, a reload finds the same, and a link opens it in another tab.
 * An address of the chat without an id belongs to the conversation in which nothing has been said yet; and to a temporary
 * one, of which only the entry of the history knows.
 */

const missing = createEmitter<string | undefined>(undefined)

/** Whether the address asks for a conversation that is not here: it was deleted, or belongs to another browser. */
export function useIsConversationMissing(): boolean {
  return useEmitter(missing) !== undefined
}

/** While the address is being read, what it leads to does not change it. */
let isReading = false
/** The open conversation has got an address, and a window stands above its entry of the history. */
let isNameDue = false

/** Keeps the address and the open conversation together while the chat is shown; returns what ends that. */
export function followAddress(): () => void {
  let end: (() => void) | undefined
  let isOver = false
  void startConversations().then(() => {
    if (isOver) return
    read(false)
    name()
    const onPop = () => read(true)
    const onPush = () => read(false)
    addEventListener("popstate", onPop)
    addEventListener("pushState", onPush)
    const forget = conversationStore.subscribe((state, previous) => {
      if (isReading || !isOnChat()) return
      if (state.currentId !== previous.currentId) moved(state.order.includes(previous.currentId))
      else if (state.sessions !== previous.sessions) name()
    })
    end = () => {
      removeEventListener("popstate", onPop)
      removeEventListener("pushState", onPush)
      forget()
    }
  })
  return () => {
    isOver = true
    end?.()
  }
}

/** Opens the conversation that the address asks for. `isBack`: by a step through the history. */
function read(isBack: boolean): void {
  if (!isOnChat()) return
  if (isNameDue) return name()
  const { order, currentId } = conversationStore.getState()
  const temporary = order.find((id) => id === temporaryHere())
  const asked = conversationIn(pageSearch()) ?? temporary
  isReading = true
  if (asked === undefined) {
    if (isBack && isNamed(current())) createSession()
    if (isBack) missing.set(undefined)
  } else if (order.includes(asked)) {
    missing.set(undefined)
    if (asked !== currentId) selectSession(asked)
  } else if (missing.get() !== asked) {
    missing.set(asked)
    createSession()
  }
  isReading = false
}

/** Another conversation was opened, by anything but the address. */
function moved(isPreviousThere: boolean): void {
  const session = current()
  missing.set(undefined)
  if (isHere(session) || (conversationIn(pageSearch()) === undefined && !isNamed(session))) return
  visit(session, !isPreviousThere)
}

/** Gives the open conversation its address once something was said in it, in the place of the one without an id. */
function name(): void {
  const session = current()
  if (!isNamed(session) || isHere(session)) {
    isNameDue = false
    return
  }
  // The entry on top is that of the window; the conversation's is below it.
  isNameDue = isWindowOnTop()
  if (isNameDue) return
  missing.set(undefined)
  visit(session, true)
}

function visit(session: Session | undefined, replace: boolean): void {
  if (session?.temporary) return goTo("/chat", { replace, state: { temporary: session.id } })
  goTo(session !== undefined && isNamed(session) ? chatAddress(session.id) : "/chat", { replace })
}

/** Whether the address, or the entry of the history, is that of a conversation. */
function isHere(session: Session | undefined): boolean {
  return session?.id === (conversationIn(pageSearch()) ?? temporaryHere())
}

function temporaryHere(): unknown {
  return fieldsOf(history.state)["temporary"]
}

function current(): Session | undefined {
  return selectCurrentSession(conversationStore.getState())
}

function isNamed(session: Session | undefined): boolean {
  return session !== undefined && (session.messageCount > 0 || session.topic !== "" || session.temporary === true)
}

function isOnChat(): boolean {
  const screen = screenAt(pagePath())
  return screen === "home" || screen === "chat"
}
