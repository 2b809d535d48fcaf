import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import {
  openConversations,
  selectCurrentSession,
  selectUnusedSession,
  type ConversationState,
} from "#core/conversation/conversation-state.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import type { Message } from "#core/conversation/message.ts"
import { conversationIn } from "#core/screens/screens.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import { madeBy } from "#core/conversation/tool-rounds.ts"
import { branchTopic, forkSession, type Session } from "#core/conversation/session.ts"
import { databaseStorage, memoryStorage, type ConversationStorage } from "../platform/storage/conversation-storage.ts"
import { adoptDatabase, openDatabase, provideDatabase, type MessageRow } from "../platform/storage/database.ts"
import { newId } from "../platform/browser/new-id.ts"
import { takeEarlyList } from "../platform/storage/early-list.ts"
import { openTabChannel, type TabHint } from "../platform/storage/tab-channel.ts"
import { useAccess, type AccessState } from "./access-store.ts"
import { begunIn, noteWhileOpening } from "./before-opening.ts"
import { persistConversations, withoutSession, type Persistence } from "./conversation-persistence.ts"
import { reportDamaged } from "./damage.ts"
import { finishDeletions, forgetDeletion, keepChanged, noteDeletion } from "./deletions-under-way.ts"
import { freshSession, sessionModel } from "./fresh-session.ts"
import { inTime, openedWell, openingIsLate, reportStorage, storageStore, wroteWell } from "./storage-state.ts"
import { forgetTabDraft, forgetTabDrafts } from "./tab-drafts.ts"
import { pageSearch } from "../platform/browser/page-address.ts"

/** All conversations of this tab. The rules are the reducer's (`core/conversation`); this file connects it to the world. */
export const conversationStore = createStore<ConversationState>(() =>
  openConversations({ sessions: [], order: [], currentId: undefined, fresh: freshSession() }),
)

export function useConversations<Selected>(selector: (state: ConversationState) => Selected): Selected {
  return useStore(conversationStore, selector)
}

export function dispatch(event: ConversationEvent): void {
  conversationStore.setState((state) => applyConversationEvent(state, event), true)
}

let storage: ConversationStorage = memoryStorage()
let persistence: Persistence | undefined
let started: Promise<void> | undefined

/** Where conversations are kept; until it is open, and where it cannot be, the memory of this tab. */
export function conversationStorage(): ConversationStorage {
  return storage
}

/** Opens the storage and shows what is in it. Calling it again changes nothing. */
export function startConversations(): Promise<void> {
  started ??= start()
  return started
}

/** After how long the storage is said to take long to open, in ms. */
const lateMs = 8_000

/** Waits until everything said so far is on the disk, and tells whether it is; a storage in trouble does not hold the chat up. */
export function storeStrictly(): Promise<boolean> {
  return inTime(flushStrictly(), false)
}

async function flushStrictly(): Promise<boolean> {
  await started
  await persistence?.flush("strict")
  return storageStore.getState().state === "ready"
}

/** A new conversation at the front of the list, selected. Returns its id. An empty one that is there is taken. */
export function createSession(): string {
  leaveMaskUnused()
  const state = conversationStore.getState()
  const current = selectCurrentSession(state)
  const unused = selectUnusedSession(state)
  if (unused === undefined) dispatch({ type: "session-created", session: freshSession() })
  else {
    refresh(unused)
    if (unused !== current) dispatch({ type: "session-reused", sessionId: unused.id, now: Date.now() })
  }
  const { currentId } = conversationStore.getState()
  void loadMessages(currentId)
  // A temporary conversation in which nothing was said or begun is of no use to anybody.
  if (current?.temporary && current.messageCount === 0 && !holdsUnsent(current.id)) {
    dispatch({ type: "session-deleted", sessionId: current.id, fresh: freshSession() })
    purgeSession(current.id)
  }
  return currentId
}

/** A conversation that was begun from a mask, and in which nothing was said, is one without a mask again. */
function leaveMaskUnused(): void {
  const current = selectCurrentSession(conversationStore.getState())
  if (current === undefined || current.messageCount > 0 || current.mask.name === "") return
  const mask = { ...freshSession().mask, hideContext: false, plugin: [] }
  dispatch({ type: "mask-changed", sessionId: current.id, mask })
}

export function selectSession(sessionId: string): void {
  dispatch({ type: "session-selected", sessionId })
  void loadMessages(sessionId)
}

/** A new conversation of which nothing is ever stored. Returns its id. */
export function createTemporarySession(): string {
  const session: Session = { ...freshSession(), temporary: true }
  dispatch({ type: "session-created", session })
  return session.id
}

/** Whether nothing of a conversation may be stored: it is temporary, or it is gone, and nobody knows any more what it was. */
export function isNeverStored(sessionId: string): boolean {
  const session = conversationStore.getState().sessions[sessionId]
  return session === undefined || session.temporary === true
}

type Holds = (sessionId: string) => boolean
const holders: Holds[] = []

/** `holds` tells whether it has something of a conversation that is not sent yet: for that, a temporary one stays. */
export function whoHoldsUnsent(holds: Holds): void {
  holders.push(holds)
}

/** Whether something was begun in a conversation and is not sent yet, as far as this tab knows. */
export function holdsUnsent(sessionId: string): boolean {
  return holders.some((holds) => holds(sessionId))
}

/** A copy of a conversation, or of its first `count` messages, selected. Returns its id. */
export async function copySession(sessionId: string, count?: number): Promise<string | undefined> {
  await loadMessages(sessionId)
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  if (session === undefined || said === undefined) return undefined
  const topic = branchTopic(
    session.topic,
    Object.values(sessions).map((one) => one.topic),
  )
  const copy = forkSession({ ...session, topic }, said.slice(0, count), { id: newId(), now: Date.now(), newId })
  dispatch({ type: "session-created", ...copy })
  return copy.session.id
}

/** Takes a conversation off the list. Until `purgeSession` it can be brought back, with whatever arrived meanwhile. */
export function deleteSession(sessionId: string): void {
  const session = conversationStore.getState().sessions[sessionId]
  if (session !== undefined && !session.temporary) noteDeletion(session, Date.now())
  takeOffList(sessionId)
}

function takeOffList(sessionId: string): void {
  dispatch({ type: "session-deleted", sessionId, fresh: freshSession() })
  void loadMessages(conversationStore.getState().currentId)
}

export function restoreSession(sessionId: string): void {
  dispatch({ type: "session-restored", sessionId })
  void forgetDeletion(sessionId)
}

/** Makes a deletion final, if it was not undone. */
export function purgeSession(sessionId: string): void {
  if (sessionId in conversationStore.getState().deleted) forgetTabDraft(sessionId)
  dispatch({ type: "session-purged", sessionId })
  void forgetDeletion(sessionId, flushStrictly)
}

/** Nobody can undo a deletion any more whose page is gone. */
function leave({ persisted }: PageTransitionEvent): void {
  if (!persisted) for (const sessionId of Object.keys(conversationStore.getState().deleted)) purgeSession(sessionId)
  persistence?.leave()
}

/** Deletes all conversations and folders for good. */
export function deleteAllSessions(): void {
  forgetTabDrafts()
  dispatch({ type: "all-sessions-deleted", fresh: freshSession() })
}

/** Conversations that another tab deleted. */
const removedElsewhere = new Set<string>()

export function wasDeletedElsewhere(sessionId: string): boolean {
  return removedElsewhere.has(sessionId)
}

async function start(): Promise<void> {
  // A conversation is begun with what is known of the server by then; more may come while the storage opens.
  const accessBefore = useAccess.getState()
  setTimeout(openingIsLate, lateMs)
  const stopNoting = noteWhileOpening(conversationStore.getState)
  storage = await openStorage()
  const load = () =>
    storage.loadSessions().catch((trouble: unknown) => {
      reportStorage(trouble)
      return { sessions: [], order: [], currentId: undefined, folders: [] }
    })
  const draining = storage.drainJournal().catch((trouble: unknown) => (reportStorage(trouble), false))
  // A page seldom left anything to save: nobody waits to learn that.
  const loaded = await load()
  const stored = (await draining) ? await load() : loaded
  // Conversations that were begun while the storage opened stay, as they are here: what was noted of them may be stored by now.
  const before = conversationStore.getState()
  const begun = begunIn(before)
  const sessions = stored.sessions.filter(({ id }) => !begun.some((one) => one.id === id))
  const isFirstVisit = sessions.length === 0
  const asked = conversationIn(pageSearch())
  const currentId = sessions.some(({ id }) => id === asked) ? asked : stored.currentId
  const fresh = selectCurrentSession(before) ?? freshSession()
  const opened = isFirstVisit ? before : openConversations({ ...stored, sessions, currentId, fresh })
  conversationStore.setState(opened, true)
  const channel = openTabChannel()
  persistence = persistConversations({
    initial: isFirstVisit ? { ...opened, sessions: {}, messages: {}, order: [], currentId: "" } : opened,
    current: conversationStore.getState,
    subscribe: conversationStore.subscribe,
    storage,
    channel: {
      ...channel,
      tell(hint) {
        keepChanged(hint.sessions)
        channel.tell(hint)
      },
    },
    written: (trouble) => (trouble === undefined ? wroteWell() : reportStorage(trouble)),
    later: (run, delayMs) => setTimeout(run, delayMs),
  })
  if (!isFirstVisit) {
    for (const session of begun.toReversed())
      dispatch({ type: "session-created", session, messages: before.messages[session.id] ?? [] })
    if (begun.length > 0) conversationStore.setState({ live: before.live })
    dispatch({ type: "session-selected", sessionId: before.currentId })
    giveWay(before.currentId)
  }
  // A first conversation is stored too: a draft typed in it must find it again.
  void persistence.flush().then(stopNoting())
  channel.listen((hint) => {
    keepChanged(hint.sessions)
    void adoptFromElsewhere(hint)
  })
  addEventListener("pagehide", leave)
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && storageStore.getState().state !== "ready") persistence?.putAside()
    void persistence?.flush()
  })
  followAccess(useAccess.getState(), accessBefore, { isOpening: true })
  useAccess.subscribe((access, previous) => followAccess(access, previous))
  await loadMessages(conversationStore.getState().currentId)
  openedWell()
  void finishDeletions(({ id, lastUpdate }) => {
    const session = conversationStore.getState().sessions[id]
    // In another tab somebody may have gone on talking in it.
    if (session !== undefined && session.lastUpdate === lastUpdate) takeOffList(id)
    purgeSession(id)
  }, Date.now())
}

type Move = (from: string, to: string) => void
const moves: Move[] = []

/**
 * `move` is called where the empty conversation that is shown while the storage opens gives way to a stored one: what was
 * prepared in the one goes on in the other.
 */
export function whenGivenWay(move: Move): void {
  moves.push(move)
}

function giveWay(from: string): void {
  const { sessions, currentId } = conversationStore.getState()
  if (sessions[from] !== undefined) return
  givenWay = { from, to: currentId }
  for (const move of moves) move(from, currentId)
}

let givenWay: { readonly from: string; readonly to: string } | undefined

/** The conversation that an id means by now: one that gave way means the stored one in its place. */
export function presentId(sessionId: string): string {
  return givenWay?.from === sessionId ? givenWay.to : sessionId
}

/**
 * Where somebody's access or the server's models changed, the empty conversation that is open begins with another model; one that
 * was stored (`isOpening`) also where its model is not offered.
 */
function followAccess(access: AccessState, previous: AccessState, { isOpening = false } = {}): void {
  const isSame =
    access.userType === previous.userType &&
    access.own === previous.own &&
    access.config.defaultModel === previous.config.defaultModel &&
    access.config.roles.default === previous.config.roles.default &&
    access.config.roles.free === previous.config.roles.free
  const current = selectCurrentSession(conversationStore.getState())
  const { models } = access.config
  const isListNew = (isOpening || previous.config.models.length === 0) && models.length > 0
  const isOffered = models.some(({ name, available }) => available && name === current?.mask.modelConfig.model)
  if (isSame && (!isListNew || isOffered)) return
  if (current?.messageCount === 0) retarget(current)
}

async function openStorage(): Promise<ConversationStorage> {
  try {
    const outdated = () => storageStore.setState({ state: "outdated" })
    const closed = () => reportStorage(new Error("the browser has closed the database"))
    const early = await takeEarlyList()
    const database = early
      ? adoptDatabase(early.database, outdated, closed)
      : await openDatabase(outdated, { closed, blocked: openingIsLate })
    provideDatabase(database)
    return databaseStorage(database, reportDamaged, early?.rows)
  } catch {
    provideDatabase(undefined)
    storageStore.setState({ state: "unavailable" })
    return memoryStorage()
  }
}

/** Reads a session's messages, if they are not here yet. */
export async function loadMessages(sessionId: string): Promise<void> {
  if (conversationStore.getState().messages[sessionId] !== undefined) return
  const messages = await readMessages(sessionId)
  if (messages === undefined) return
  persistence?.read(sessionId, messages)
  dispatch({ type: "messages-loaded", sessionId, messages, positions: positionsOf(messages) })
}

/** Takes over what is stored of a session: another tab may have written it a moment ago. */
export async function refreshSession(sessionId: string): Promise<void> {
  await adoptFromElsewhere({ sessions: [sessionId], removedSessions: [], folders: false })
}

/**
 * The answer that a run of the server made, wherever it stands; in the conversation it was `asked` in, also one of which
 * the run made an earlier round or another version.
 */
export async function findAnswer(runId: string, asked?: string): Promise<MessageRow | undefined> {
  await startConversations()
  await persistence?.flush()
  const shown = await storage.findAnswer(runId)
  if (shown !== undefined || asked === undefined) return shown
  return (await storage.loadMessages(asked)).find(({ message }) => madeBy(message, runId))
}

/**
 * Adds a conversation that began elsewhere, without taking the reader there. `asked` is its name there: kept where it is
 * free here, so that both are one when they meet again.
 */
export function addSession(topic: string, messages: readonly Message[], asked?: string): string {
  const { currentId, sessions } = conversationStore.getState()
  const fresh = freshSession()
  const session = { ...fresh, id: !isRecordId(asked) || asked in sessions ? fresh.id : asked, topic }
  dispatch({ type: "session-created", session, messages })
  dispatch({ type: "session-selected", sessionId: currentId })
  return session.id
}

function positionsOf(messages: readonly Message[]): readonly number[] {
  return messages.map(({ id }) => persistence?.positions.get(id) ?? 0)
}

async function readMessages(sessionId: string) {
  try {
    const rows = await storage.loadMessages(sessionId)
    for (const row of rows) persistence?.positions.set(row.id, row.position)
    return rows.map((row) => row.message)
  } catch (trouble) {
    reportStorage(trouble)
    return undefined
  }
}

/** What was told and is not taken over yet. */
let told: readonly TabHint[] = []
let adopting: Promise<(hint: TabHint) => Promise<void>> | undefined

/** Takes over what another tab or a worker wrote. The code for it is fetched when the first one does. */
async function adoptFromElsewhere(hint: TabHint): Promise<void> {
  told = [...told, hint]
  adopting ??= loadAdopting().then(({ adopter }) =>
    adopter({
      storage,
      current: conversationStore.getState,
      flush: async () => persistence?.flush(),
      readMessages,
      positionsOf,
      fresh: freshSession,
      trouble: reportStorage,
      accept(adopted, removed) {
        for (const id of removed) {
          removedElsewhere.add(id)
          if (adopted.sessions[id] === undefined) forgetTabDraft(id)
        }
        // Of what was deleted there and lives on here, because an answer arrives in it, the storage has nothing any more.
        persistence?.adopt(removed.reduce(withoutSession, adopted))
        conversationStore.setState(adopted, true)
      },
    }),
  )
  try {
    const adopt = await adopting
    const hints = told
    told = []
    await Promise.all(hints.map(adopt))
  } catch {
    // What was told is taken over with the next word, once the code for it can be fetched.
    adopting = undefined
    return
  }
  await loadMessages(conversationStore.getState().currentId)
}

export const loadAdopting = () => import("./adopt-elsewhere.ts")

/** An empty conversation is a new one again: with settings of its own from an earlier try, it would not follow the global ones. */
function refresh(session: Session): void {
  if (session.mask.name !== "" || session.mask.syncGlobalConfig) return retarget(session)
  const { syncGlobalConfig, modelConfig } = freshSession().mask
  dispatch({ type: "mask-changed", sessionId: session.id, mask: { syncGlobalConfig, modelConfig } })
}

/** An empty conversation takes the model its user has by now: a code may have been entered since it was made. */
function retarget(session: Session): void {
  // A mask that brings settings of its own brings the model, too.
  if (session.mask.name !== "" && !session.mask.syncGlobalConfig) return
  const { model, providerName } = sessionModel()
  const { modelConfig } = session.mask
  if (modelConfig.model === model && modelConfig.providerName === providerName) return
  dispatch({ type: "model-chosen", sessionId: session.id, model, providerName })
}
