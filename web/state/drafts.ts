import { selectCurrentSession } from "#core/conversation/conversation-state.ts"
import type { Session } from "#core/conversation/session.ts"
import { fillComposer, keepFieldFocus } from "./composer-focus.ts"
import { refreshSession, wasDeletedElsewhere } from "./changes-elsewhere.ts"
import { isNeverStored, purgeSession, whoHoldsUnsent } from "./conversation-list.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { presentId, whenGivenWay } from "./given-way.ts"
import { startConversations } from "./start-conversations.ts"
import { conversationStorage } from "./stored-conversations.ts"
import { readLocal, removeLocal, writeLocal } from "../platform/storage/local-storage.ts"
import { draftWords } from "./draft-words.ts"
import { freshSession } from "./fresh-session.ts"
import { reportStorage } from "./storage-state.ts"
import { forgetTabDraft, keepTabDraft, tabDraft } from "./tab-drafts.ts"

/** Holds the draft that was emptied until the database has let go of it: a tab that crashes remembers nothing by itself. */
const emptiedKey = (sessionId: string): string => `nk-emptied:${sessionId}`

/** By session id, the draft as this tab last read or wrote it. That of a temporary conversation is nowhere else. */
const knownDrafts = new Map<string, string>()

whoHoldsUnsent((sessionId) => [draftWords(sessionId), knownDrafts.get(sessionId)].some((words) => words?.trim()))

/**
 * Loads the unsent text of a conversation: the one that this tab wrote before a reload, else the one that any tab wrote
 * last (0078).
 */
export async function loadDraft(sessionId: string): Promise<string> {
  await startConversations()
  return readDraft(sessionId)
}

async function readDraft(sessionId: string): Promise<string> {
  if (isNeverStored(sessionId)) return knownDrafts.get(sessionId) ?? ""
  const own = tabDraft(sessionId)
  try {
    const draft = own ?? (await conversationStorage().loadDraft(sessionId))
    knownDrafts.set(sessionId, draft)
    // The tab that emptied it ended before the database had let go of it.
    if (own === undefined && draft !== "" && readLocal(emptiedKey(sessionId)) === draft) {
      saveDraft(sessionId, "")
      return ""
    }
    return draft
  } catch (trouble) {
    reportStorage(trouble)
    return ""
  }
}

/**
 * Saves a draft. Two tabs may write in one conversation: each finds its own text after a reload, and sending removes
 * only its own. That of a temporary conversation is kept in the memory of this page.
 */
export function saveDraft(sessionId: string, text: string): void {
  const known = knownDrafts.get(sessionId)
  knownDrafts.set(sessionId, text)
  // What was stored of a conversation before it gave way is still to be emptied.
  const isUnstored = isNeverStored(sessionId)
  if (isUnstored && (text !== "" || tabDraft(sessionId) === undefined)) return
  keepTabDraft(sessionId, text)
  if (text === "" && known && !isUnstored) writeLocal(emptiedKey(sessionId), known)
  const saving = conversationStorage().saveDraft(sessionId, text, known)
  // An emptied one stays empty in this tab until the database has let go of it: the page may leave before.
  const forget = () => {
    if (text !== "") return
    removeLocal(emptiedKey(sessionId))
    if (tabDraft(sessionId) === "") forgetTabDraft(sessionId)
  }
  void saving.then(forget).catch(reportStorage)
}

type AddWords = (words: string) => void

/** By session id, what puts words into a field that is on the screen. */
const fields = new Map<string, AddWords>()

/** Notes that a conversation's field is on the screen. Returns how to note that it is not any more. */
export function noteField(sessionId: string, add: AddWords): () => void {
  fields.set(sessionId, add)
  return () => {
    if (fields.get(sessionId) === add) fields.delete(sessionId)
  }
}

/** Whether a conversation's field is on the screen. */
export function hasField(sessionId: string): boolean {
  return fields.has(sessionId)
}

/**
 * Puts words behind what is written in a conversation: in its field where that is on the screen, else in its stored draft.
 * Returns whether they can be seen; rejects where they could not be kept.
 */
export async function addToDraft(sessionId: string, words: string): Promise<boolean> {
  if (!hasField(sessionId)) await startConversations()
  const id = presentId(sessionId)
  // Another tab may have begun it a moment ago.
  if (!hasField(id) && conversationStore.getState().sessions[id] === undefined) await refreshSession(id)
  const draft = hasField(id) ? "" : await loadDraft(id)
  // The field may have come to the screen meanwhile.
  const add = fields.get(id)
  if (add) add(words)
  else if (conversationStore.getState().sessions[id] !== undefined) saveDraft(id, behind(draft, words))
  else await addToStored(id, words)
  return add !== undefined
}

/** Puts words behind the stored draft of a conversation that this tab does not have, or not any more. */
async function addToStored(sessionId: string, words: string): Promise<void> {
  const storage = conversationStorage()
  if ((await storage.loadSome([sessionId])).length === 0) throw new Error("the conversation is gone")
  await storage.saveDraft(sessionId, behind(await storage.loadDraft(sessionId), words))
}

/** Words behind a text, as if they were written on. */
export function behind(text: string, words: string): string {
  return text.trim() === "" ? words : `${text.trimEnd()} ${words}`
}

whenGivenWay((from, to) => void carryDraft(from, to))

/** What was written before it was known which conversation this is goes on in the one that it is, behind its draft. */
async function carryDraft(from: string, to: string): Promise<void> {
  const giveFocus = keepFieldFocus()
  // By then React has put the other conversation's field there, and the one before has let its last words be saved.
  await Promise.resolve()
  giveFocus()
  const words = knownDrafts.get(from) ?? ""
  if (words === "") return
  saveDraft(from, "")
  const draft = await readDraft(to)
  // Writing may have gone on meanwhile.
  const written = words + (draftWords(to) ?? "")
  const whole = draft === "" ? written : `${draft}\n${written}`
  saveDraft(to, whole)
  fillComposer(whole)
}

/**
 * Keeps the unsent text when its field disappears. Where another tab has deleted the conversation, text and files move
 * to a new one, whose id is returned.
 */
export function keepDraft(sessionId: string, text: string, hasFiles: boolean): string | undefined {
  const isOurs = conversationStore.getState().sessions[sessionId] !== undefined || !wasDeletedElsewhere(sessionId)
  if (isOurs || (text.trim() === "" && !hasFiles)) return undefined
  const unused = selectCurrentSession(conversationStore.getState())
  const session = freshSession()
  void conversationStorage().saveDraft(session.id, text).catch(reportStorage)
  dispatch({ type: "session-created", session })
  void leaveUnused(unused)
  return session.id
}

/** Removes a conversation from the list if it has no messages and no unsent text. */
export async function leaveUnused(session: Session | undefined): Promise<void> {
  if (session === undefined || session.messageCount > 0 || session.topic !== "" || session.temporary) return
  if ((await loadDraft(session.id)) !== "") return
  dispatch({ type: "session-deleted", sessionId: session.id, fresh: session })
  purgeSession(session.id)
}
