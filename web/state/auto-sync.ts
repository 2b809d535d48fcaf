import { withoutEnd } from "#core/lib/without-end.ts"
import { chatAddress, screenPaths } from "#core/screens/screens.ts"
import { isSyncComplete } from "#core/settings/sync-config.ts"
import type { Decision } from "#core/sync/join.ts"
import { buildKind } from "../platform/browser/build-kind.ts"
import { isOnline } from "../platform/browser/online.ts"
import { goTo } from "../platform/browser/navigation.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts, loadChapters, texts } from "../platform/language/texts.ts"
import { listenToRecords } from "../platform/storage/record-channel.ts"
import { openTabChannel } from "../platform/storage/tab-channel.ts"
import { applySettings, settingsRecord } from "../platform/sync/settings-record.ts"
import { askSyncWorker } from "../platform/sync/sync-client.ts"
import type { FromSyncWorker, ToSyncWorker } from "../platform/sync/sync-worker.ts"
import { serverOrigin } from "../platform/gateway/server-address.ts"
import { visitorId } from "../platform/gateway/visitor.ts"
import { offerUndo } from "../ui/offer-undo.ts"
import { authHeaders, becomeKnown, freshConfig, useAccess } from "./access-store.ts"
import { useConfig } from "./config-store.ts"
import { conversationStore } from "./conversation-store.ts"
import { restoreKept } from "./kept-store.ts"
import { openPrompts } from "./prompts-dialog.ts"
import { goToMessage } from "./reading-place.ts"
import { changeRun, noteAll, useSyncRun, type Noted, type SyncEnd } from "./sync-notes.ts"
import { changeSync, useSync } from "./sync-store.ts"

/** Whether the storage that is set up can be used. */
export async function checkStorage(): Promise<boolean> {
  const storage = storageNow()
  const isGood = ({ answer }: Told) => answer.type === "done" && answer.isGood
  return isGood(await askAsKnown({ type: "check", storage }, (told) => !isGood(told)))
}

/** What the user has said yes to, and whether somebody waits. */
interface SyncWish {
  readonly isAsked?: boolean
  /** A broken file is written over. */
  readonly isReplacing?: boolean
  /** What lies there is joined with what is here, though most of it is unknown here. */
  readonly isAgreedTo?: boolean
}

/**
 * Syncs now. Returns how it ended; undefined where sync is not set up, or is under way already. `isAsked`: somebody waits to see
 * what it brings; otherwise what an earlier one brought stays to be read where this one brings nothing.
 */
export async function syncNow({ isAsked = true, ...yes }: SyncWish = {}): Promise<SyncEnd | undefined> {
  if (useSyncRun.getState().isRunning || !isSyncComplete(useSync.getState())) return undefined
  useSyncRun.setState({ isRunning: true })
  changedAt = undefined
  const begun = performance.now()
  const { storage, end } = await runSync({ ...yes, isAsked }).finally(() => useSyncRun.setState({ isRunning: false }))
  lastAt = performance.now()
  tookMs = lastAt - begun
  failures = end.type === "failed" ? failures + 1 : 0
  changeRun(({ end: before }) => {
    const isQuiet = !isAsked && end.type === "synced" && before?.type === "synced" && isEmpty(end)
    return { end: isQuiet ? { ...before, at: end.at, isCheap: end.isCheap } : end }
  })
  if (isOwed) syncChange()
  isOwed = false
  if (restsFor(end) > 0) syncSoon(restsFor(end))
  if (end.type === "synced") changeSync({ lastSyncTime: end.at, lastProvider: storage.provider })
  return end
}

function isEmpty({ up, down, deleted }: SyncEnd & { readonly type: "synced" }): boolean {
  return [up, down, deleted].every(({ sessions, messages, others }) => sessions + messages + others === 0)
}

async function runSync({
  isAsked = false,
  isReplacing = false,
  isAgreedTo = false,
}: SyncWish): Promise<{ readonly storage: ReturnType<typeof storageNow>; readonly end: SyncEnd }> {
  const storage = storageNow()
  const unnamed = texts().shell.newConversation
  const { answer, isKnown } = await askAsKnown(
    { type: "sync", storage, settings: settingsRecord(), unnamed, isReplacing, isAgreedTo, isAsked },
    ({ answer: told }) => isShutOut(told),
  )
  // Without a code, and where none is wanted, it was the visitor's id that could not be had.
  const lacksId = isShutOut(answer) && !isKnown && (await freshConfig())?.needCode !== true
  const at = Date.now()
  if (lacksId) return { storage, end: { type: "failed", at, trouble: { kind: "network" } } }
  if (answer.type !== "outcome") return { storage, end: { type: "failed", at, trouble: { kind: "worker" } } }
  const { outcome } = answer
  noteDecisions(outcome.decisions)
  if (outcome.type === "trouble") return { storage, end: { type: "failed", at, trouble: outcome.trouble } }
  const { up, down, deleted, skipped, settings, agreed } = outcome
  if (settings !== undefined && applySettings(settings)) {
    // Other tabs hear of it by themselves.
    window.dispatchEvent(new StorageEvent("storage", { key: "nk-app-config" }))
  }
  return { storage, end: { type: "synced", at, up, down, deleted, skipped, isCheap: agreed !== undefined } }
}

/** The order in which what was decided is said: first of what nothing else says anything, and of a conversation before its parts. */
const saidFirst: readonly Noted["type"][] = ["kept", "edition", "returned", "removed", "many-removed", "shortened"]

/** Keeps what was decided until the user has seen to it, and says the first of it at once. */
export function noteDecisions(decisions: readonly Decision[]): void {
  const [first] = noteAll(decisions.map(asItTurnsOut)).toSorted(
    (a, b) => saidFirst.indexOf(a.type) - saidFirst.indexOf(b.type),
  )
  if (first === undefined) return
  // Where its words cannot be fetched, it stands in the settings.
  void loadChapters("sync").then(
    () => tell(first),
    () => undefined,
  )
}

/** A conversation in which an answer arrives lives on, though another device has deleted it. */
function asItTurnsOut(decision: Decision): Decision {
  const isLive = Object.values(conversationStore.getState().live).includes(decision.id)
  return decision.type === "removed" && decision.kind === "sessions" && isLive
    ? { ...decision, type: "kept" }
    : decision
}

function tell(noted: Noted): void {
  const t = chapterTexts("sync")
  const restore = () => void restoreKept(noted.kind, noted.id).catch(() => undefined)
  const open = wayOn(noted) ?? (() => goTo("/settings"))
  const isRemoved = noted.type === "removed"
  offerUndo({
    text: decisionWords(noted),
    action: isRemoved ? t.restore : t.open,
    onUndo: isRemoved ? restore : open,
  })
}

/** What was decided, in a sentence. */
export function decisionWords(noted: Noted): string {
  const t = chapterTexts("sync")
  const title = noted.title === "" ? t.untitled : noted.title
  if (noted.type === "many-removed") return t.manyRemoved(formatCount(noted.count))
  // A prompt or a mask has no messages.
  if (noted.type === "kept" && noted.kind !== "sessions") return t.keptText(title)
  return noted.type === "shortened" ? t.shortened(title, formatCount(noted.count)) : t[noted.type](title)
}

/** Leads to what a decision is about: to its conversation, or where it can be edited. Deletions stand in the settings. */
export function wayOn(noted: Noted): (() => void) | undefined {
  if (noted.type === "shortened" || noted.type === "many-removed" || noted.type === "removed") return undefined
  const { kind } = noted
  if (kind === "prompts") return openPrompts
  if (kind === "masks" || kind === "plugins") return () => goTo(screenPaths[kind])
  const chat = kind === "sessions" ? noted.id : noted.type === "edition" ? noted.sessionId : undefined
  if (chat === undefined) return undefined
  return () => {
    if (kind === "messages") goToMessage(chat, noted.id)
    goTo(chatAddress(chat))
  }
}

function storageNow() {
  const { provider, webdav, upstash, useProxy, proxyUrl } = useSync.getState()
  const proxy = buildKind() === "app" && useProxy ? withoutEnd(proxyUrl.trim(), /\//) : ""
  return { provider, webdav, upstash, proxy: proxy === serverOrigin() ? "" : proxy }
}

type Told = Readonly<{ answer: FromSyncWorker; isKnown: boolean }>

/**
 * Has the worker ask the storage in the name of somebody whom our server knows: it passes nobody else's requests on. Where it
 * `seemsRefused`, once more under another id, if there is one to be had.
 */
async function askAsKnown(task: WithoutHeaders<ToSyncWorker>, seemsRefused: (told: Told) => boolean): Promise<Told> {
  // Another server, on the way to the storage, is not told who somebody is here.
  const isOurs = task.storage.proxy === ""
  const ask = async (isKnown: boolean): Promise<Told> => ({
    isKnown,
    answer: await askSyncWorker({ ...task, headers: callerHeaders() }),
  })
  const isKnown = !isOurs || (await becomeKnown())
  const askedAs = visitorId()
  const told = await ask(isKnown)
  if (!isOurs || useAccess.getState().accessCode !== "" || !seemsRefused(told)) return told
  return (await becomeKnown({ refused: askedAs })) ? ask(true) : { ...told, isKnown: false }
}

type WithoutHeaders<Task> = Task extends { readonly headers: unknown } ? Omit<Task, "headers" | "id"> : never

/** Our server itself let nobody through. */
function isShutOut(answer: FromSyncWorker): boolean {
  return answer.type === "outcome" && answer.outcome.type === "trouble" && answer.outcome.trouble.kind === "access"
}

/** Who asks: `Authorization` is the storage's own. */
function callerHeaders(): Readonly<Record<string, string>> {
  const { Authorization: code, ...headers } = authHeaders()
  return code === undefined ? headers : { ...headers, "X-Access-Code": code.replace(/^Bearer /, "") }
}

/**
 * How long nothing is changed before what was is synced, how long it waits at the most, and how long at least between two syncs at a
 * return to the page, in ms.
 */
const [quietMs, soonMs, restMs] = [4_000, 30_000, 60_000]
/** A sync that took long, of a large file or on a slow line, is followed by a pause of so many times as long. */
const restTimes = 10
/**
 * How often others' changes are looked for while the page is seen, in ms: where the storage says in a few bytes that there are
 * none, and where it sends the whole file or is in trouble. A trouble that passes by itself is looked at as soon as that at first.
 */
const [askMs, readMs] = [20_000, 5 * 60_000]
/** How often it is seen whether that long has passed since a sync ended, which is a moment after it began. */
const lookMs = 5_000

/** The next sync that nobody asks for, and the first change that waits for it; by the page's own clock, in ms. */
let due: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined
let changedAt: number | undefined
/** When the last sync ended, and how long it took. Nothing is synced by itself before `beginsAt`. */
let [lastAt, tookMs, beginsAt] = [0, 0, 0]
/** How many syncs of this tab failed in a row. */
let failures = 0

/** Syncs at a time, unless one is due before it. */
function syncAt(at: number): void {
  if (due !== undefined && due.at <= at) return
  clearTimeout(due?.timer)
  const timer = setTimeout(
    () => {
      due = undefined
      void syncByItself()
    },
    Math.max(0, at - performance.now()),
  )
  due = { at, timer }
}

const syncSoon = (delayMs = soonMs) => syncAt(performance.now() + delayMs)

/** Syncs what was changed: while the page is seen as soon as nothing more is. One that is due later, after a wait, comes sooner. */
function syncChange(): void {
  const now = performance.now()
  changedAt ??= now
  const isSeen = document.visibilityState === "visible"
  const quiet = isSeen ? Math.max(now + quietMs, lastAt + Math.min(tookMs * restTimes, soonMs)) : Infinity
  clearTimeout(due?.timer)
  due = undefined
  syncAt(Math.max(beginsAt, Math.min(quiet, changedAt + soonMs)))
}

/** Whoever leaves the page looks at another device next, and a hidden page may be stopped: what waits goes at once. */
function syncBeforeLeaving(): void {
  if (changedAt === undefined || performance.now() < beginsAt) return
  void syncByItself()
}

/** How long a storage that was asked too often is to be left alone, in ms. Whoever presses the button asks it all the same. */
function restsFor(end: SyncEnd | undefined): number {
  const isAskedToWait = end?.type === "failed" && (end.trouble.kind === "wait" || end.trouble.kind === "waitHere")
  if (!isAskedToWait) return 0
  // A clock that has been set back since makes it no longer.
  return Math.min(end.trouble.ms, Math.max(0, end.at + end.trouble.ms - Date.now()))
}

async function syncByItself(): Promise<void> {
  const { automatic } = useSync.getState()
  if (!automatic || !isOnline()) return
  const restsMs = restsFor(useSyncRun.getState().end)
  // Another change may come while it runs: that one is owed a sync of its own.
  if (restsMs > 0) syncSoon(restsMs)
  else if (useSyncRun.getState().isRunning) syncSoon()
  else await syncNow({ isAsked: false })
}

/** Has others' changes come while somebody looks at the page, and its own go where they were not taken. */
function look(): void {
  const { end } = useSyncRun.getState()
  const isDue = document.visibilityState === "visible" && Math.abs(Date.now() - (end?.at ?? 0)) >= lookAgainMs(end)
  if (isDue) void syncByItself()
}

/** After each failure in a row it is longer: a storage that is away for a moment keeps nobody's words back for minutes. */
function lookAgainMs(end: SyncEnd | undefined): number {
  if (end?.type === "synced") return end.isCheap === true ? askMs : readMs
  return end !== undefined && mayPass(end.trouble) ? Math.min(askMs * 2 ** Math.max(0, failures - 1), readMs) : readMs
}

/** Whether a trouble may be over in a moment, without anybody doing anything about it. */
function mayPass(trouble: (SyncEnd & { readonly type: "failed" })["trouble"]): boolean {
  return trouble.kind === "network" || trouble.kind === "busy" || (trouble.kind === "status" && trouble.status >= 500)
}

/** After a return or a start, unless there was a sync a moment ago. */
function syncAgain(): void {
  if (document.visibilityState === "hidden") syncBeforeLeaving()
  const { end } = useSyncRun.getState()
  if (document.visibilityState === "visible" && Math.abs(Date.now() - (end?.at ?? 0)) > restMs) void syncByItself()
}

let isStarted = false
/** Something was changed while a sync ran, which may not have seen it. */
let isOwed = false

/**
 * Syncs by itself from now on: after changes, on a return to the page, when there is a connection again, and now and then.
 * `isBeingSetUp`: whoever types a password has the time to finish it.
 */
export function startAutoSync({ isBeingSetUp = false } = {}): void {
  if (isStarted) return
  isStarted = true
  const changed = () => {
    if (useSyncRun.getState().isRunning) isOwed = true
    else syncChange()
  }
  openTabChannel().listen(changed)
  listenToRecords(changed)
  useConfig.subscribe(changed)
  addEventListener("online", syncAgain)
  document.addEventListener("visibilitychange", syncAgain)
  setInterval(look, lookMs)
  if (!isBeingSetUp) return syncAgain()
  beginsAt = performance.now() + soonMs
  syncAt(beginsAt)
}
