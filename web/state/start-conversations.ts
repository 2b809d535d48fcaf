import { openConversations, selectCurrentSession } from "#core/conversation/conversation-state.ts"
import { conversationHere } from "../platform/browser/history-entry.ts"
import {
  databaseStorage,
  memoryStorage,
  type ConversationStorage,
  type StoredSessions,
} from "../platform/storage/conversation-storage.ts"
import { adoptDatabase, openDatabase, provideDatabase } from "../platform/storage/database.ts"
import { takeEarlyList } from "../platform/storage/early-list.ts"
import { openTabChannel } from "../platform/storage/tab-channel.ts"
import { useAccess } from "./access-store.ts"
import { begunIn, noteWhileOpening } from "./before-opening.ts"
import { adoptFromElsewhere } from "./changes-elsewhere.ts"
import { purgeSession, takeOffList } from "./conversation-list.ts"
import { persistConversations } from "./conversation-persistence.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { reportDamaged } from "./damage.ts"
import { finishDeletions, keepChanged } from "./deletions-under-way.ts"
import { freshSession } from "./fresh-session.ts"
import { giveWay } from "./given-way.ts"
import { openedWell, openingIsLate, reportStorage, storageStore, wroteWell } from "./storage-state.ts"
import { loadMessages, openOnce, providePersistence, provideStorage } from "./stored-conversations.ts"
import { followAccess } from "./unused-conversation.ts"

/** Opens the storage and shows what is in it. Calling it again changes nothing. */
export function startConversations(): Promise<void> {
  return openOnce(start)
}

/** After how long the storage is said to take long to open, in ms. */
const lateMs = 8_000

async function start(): Promise<void> {
  // A conversation is begun with what is known of the server by then; more may come while the storage opens.
  const accessBefore = useAccess.getState()
  setTimeout(openingIsLate, lateMs)
  const stopNoting = noteWhileOpening(conversationStore.getState)
  const storage = await openStorage()
  provideStorage(storage)
  const stored = await readStored(storage)
  // Conversations that were begun while the storage opened stay, as they are here: what was noted of them may be stored by now.
  const before = conversationStore.getState()
  const begun = begunIn(before)
  const sessions = stored.sessions.filter(({ id }) => !begun.some((one) => one.id === id))
  const isFirstVisit = sessions.length === 0
  const asked = conversationHere()
  const currentId = sessions.some(({ id }) => id === asked) ? asked : stored.currentId
  const fresh = selectCurrentSession(before) ?? freshSession()
  const opened = isFirstVisit ? before : openConversations({ ...stored, sessions, currentId, fresh })
  conversationStore.setState(opened, true)
  const channel = openTabChannel()
  const persistence = persistConversations({
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
  providePersistence(persistence)
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
  addEventListener("pagehide", ({ persisted }: PageTransitionEvent) => {
    // Nobody can undo a deletion any more whose page is gone.
    if (!persisted) for (const sessionId of Object.keys(conversationStore.getState().deleted)) purgeSession(sessionId)
    persistence.leave()
  })
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && storageStore.getState().state !== "ready") persistence.putAside()
    void persistence.flush()
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

/** What is stored of all conversations, with what an earlier page left to save. */
async function readStored(storage: ConversationStorage): Promise<StoredSessions> {
  const load = () =>
    storage.loadSessions().catch((trouble: unknown) => {
      reportStorage(trouble)
      return { sessions: [], order: [], currentId: undefined, folders: [] }
    })
  const draining = storage.drainJournal().catch((trouble: unknown) => (reportStorage(trouble), false))
  // A page seldom left anything to save: nobody waits to learn that.
  const loaded = await load()
  return (await draining) ? await load() : loaded
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
