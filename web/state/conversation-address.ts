import type { Session } from "#core/conversation/session.ts"
import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import { chatAddress, conversationIn, screenAt, screenPaths } from "#core/screens/screens.ts"
import { conversationHere } from "../platform/browser/history-entry.ts"
import { changePage, isPageOwed } from "../platform/browser/history-layers.ts"
import { goBackTo, goTo, whatAddressesMean } from "../platform/browser/navigation.ts"
import { pagePath, pageSearch } from "../platform/browser/page-address.ts"
import { createEmitter, useEmitter } from "../ui/emitter.ts"
import { wasDeletedElsewhere } from "./changes-elsewhere.ts"
import { createSession, isOfNoUse, selectSession } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { startConversations } from "./start-conversations.ts"

/*
 * Each entry of the history that is the chat's is one conversation's: its address names the one in which something was said
 * (`/chat?c=<id>`), and the entry itself knows the one in which nothing was, or which is temporary and has no address. So Back
 * leads to the previous conversation, a reload finds the same, and a link opens it in another tab. An address without an id asks
 * for none: it is the open conversation's, whose address takes its place.
 */

const missing = createEmitter<string | undefined>(undefined)

/** Whether the address asks for a conversation that is not here: it was deleted, or belongs to another browser. */
export function useIsConversationMissing(): boolean {
  return useEmitter(missing) !== undefined
}

/** While the address is being read, what it leads to does not change it. */
let isReading = false

/** Keeps the address and the open conversation together while the chat is shown; returns what ends that. */
export function followAddress(): () => void {
  let end: (() => void) | undefined
  let isOver = false
  void startConversations().then(() => {
    if (isOver) return
    read(false)
    const onPop = () => read(true)
    const onPush = () => read(false)
    addEventListener("popstate", onPop)
    addEventListener("pushState", onPush)
    const forget = conversationStore.subscribe((state, previous) => {
      if (isReading || !isOnChat()) return
      if (state.currentId !== previous.currentId) moved(selectCurrentSession(previous))
      else if (state.sessions !== previous.sessions) settle()
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

/** Opens the conversation of the entry. `isStep`: the page has come there from another one. */
function read(isStep: boolean): void {
  if (!isOnChat() || isPageOwed()) return
  const { order, currentId } = conversationStore.getState()
  const named = conversationIn(pageSearch())
  const asked = conversationHere()
  isReading = true
  if (asked !== undefined && order.includes(asked)) {
    missing.set(undefined)
    if (asked !== currentId) selectSession(asked)
  } else if (named === undefined) {
    missing.set(undefined)
    // A temporary one went with its page, for instance.
    if (asked !== undefined && isStep) createSession()
  } else if (missing.get() !== named) {
    missing.set(named)
    createSession()
  }
  isReading = false
  settle()
}

/** Another conversation was opened, by anything but the address. */
function moved(previous: Session | undefined): void {
  const isThere = previous !== undefined && conversationStore.getState().order.includes(previous.id)
  // What another tab deletes is not followed by whatever comes next: the address that is left says what became of it.
  if (previous !== undefined && !isThere && wasDeletedElsewhere(previous.id)) return read(true)
  missing.set(undefined)
  if (isPageOwed()) return
  if (isThere && !isOfNoUse(previous)) goTo(screenPaths.chat)
  else settle()
}

/** Makes the entry of the history the open conversation's, in the place of what it was. */
function settle(): void {
  // An address that leads to nothing stays until something is said.
  if (!isHere() && (missing.get() === undefined || hasAddress(current()))) changePage(takeEntry)
}

function takeEntry(): void {
  if (isHere()) return
  missing.set(undefined)
  const here = pagePath() + pageSearch()
  const before = conversationIn(here)
  if (before === undefined) return goTo(here, { replace: true })
  const isGone = !conversationStore.getState().order.includes(before)
  // What comes next after a deletion may be the conversation before: the step back to it would lead nowhere else.
  if (!isGone || !hasAddress(current()) || !goBackTo(screenPaths.chat)) goTo(screenPaths.chat, { replace: true })
}

/** Whether the entry is that of the open conversation, and has its address where there is one. */
function isHere(): boolean {
  const session = current()
  return session?.id === conversationHere() && (!hasAddress(session) || conversationIn(pageSearch()) !== undefined)
}

// An address of the chat without an id means the open conversation, and one with the id of a conversation that has no address that one.
whatAddressesMean((to) => {
  const { sessions, order, currentId } = conversationStore.getState()
  const [path = "", query = ""] = to.split("?", 2)
  const asked = conversationIn(`?${query}`)
  const session = sessions[asked ?? currentId]
  if (!isChat(path) || session === undefined || !order.includes(session.id)) return { href: to }
  if (hasAddress(session)) return { href: chatAddress(session.id) }
  return { href: asked === undefined ? to : screenPaths.chat, conversation: session.id }
})

function current(): Session | undefined {
  return selectCurrentSession(conversationStore.getState())
}

function hasAddress(session: Session | undefined): boolean {
  return session !== undefined && !session.temporary && (session.messageCount > 0 || session.topic !== "")
}

function isOnChat(): boolean {
  return isChat(pagePath())
}

function isChat(path: string): boolean {
  const screen = screenAt(path)
  return screen === "home" || screen === "chat"
}
