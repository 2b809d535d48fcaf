import { selectAnswering, type ConversationState } from "#core/conversation/conversation-state.ts"
import { pendingAnswer } from "#core/conversation/message.ts"
import { madeBy } from "#core/conversation/tool-rounds.ts"
import { unlessElsewhere, whenLetGo } from "../../../platform/answer-locks.ts"
import { onReturn } from "../../../platform/line.ts"
import { newId } from "../../../platform/new-id.ts"
import { acknowledgeRun, fetchRun, listRuns, stopRun, type RunStatus } from "../../../platform/run-client.ts"
import { texts } from "../../../platform/texts.ts"
import { authHeaders, useAccess } from "../../../state/access-store.ts"
import {
  addSession,
  conversationStore,
  findAnswer,
  loadMessages,
  refreshSession,
  selectSession,
  storeStrictly,
} from "../../../state/conversation-store.ts"
import { showToast } from "../../../ui/toast.tsx"
import { chatDeps } from "./chat-deps.ts"
import { isUnfinished } from "./open-turn.ts"
import { stopTurn } from "./running-turns.ts"
import { resumeAnswer } from "./send-message.ts"
import { watch } from "./use-send-message.ts"

/** How often the server is asked for answers at most, in ms; and how long a device has to fetch its own. */
const askEveryMs = 30_000
const courtesyMs = 5_000

let started = false

/** From now on, answers that nobody receives are followed to their end: this browser's, and its user's from elsewhere. */
export function startResuming(): void {
  if (started) return
  started = true
  let seen: ConversationState["messages"] = {}
  const look = ({ messages }: ConversationState) => {
    for (const [sessionId, now] of Object.entries(messages)) if (seen[sessionId] !== now) lookAfter(sessionId)
    seen = messages
  }
  look(conversationStore.getState())
  conversationStore.subscribe((state, previous) => {
    if (state.messages !== seen) look(state)
    if (state.live !== previous.live) stopUnwanted(state, previous)
  })
  void fetchMissed()
  onReturn(() => void fetchMissed())
  useAccess.subscribe((access, previous) => {
    if (access.accessCode === previous.accessCode || access.accessCode === "") return
    lastAskedAt = 0
    void fetchMissed()
  })
}

/** Answers that this tab waits for, or follows. */
const lookedAfter = new Set<string>()

/** An open answer of another tab: when that closes or crashes, or is long gone, the answer is followed here. */
function lookAfter(sessionId: string): void {
  const state = conversationStore.getState()
  const answer = selectAnswering(state, sessionId)
  if (answer === undefined || answer.id in state.live || lookedAfter.has(answer.id)) return
  lookedAfter.add(answer.id)
  const takeOver = async () => {
    await refreshSession(sessionId)
    const now = selectAnswering(conversationStore.getState(), sessionId)
    if (now?.id === answer.id) await resumeAnswer(sessionId, answer.id, chatDeps)
  }
  void watch(
    sessionId,
    whenLetGo(answer.id, takeOver).finally(() => {
      lookedAfter.delete(answer.id)
      lookAfter(sessionId)
    }),
  )
}

/** An answer whose conversation was deleted for good is not paid any further. */
function stopUnwanted(state: ConversationState, { live }: ConversationState): void {
  for (const [id, sessionId] of Object.entries(live)) {
    if (id in state.live || state.messages[sessionId]?.some((message) => message.id === id)) continue
    stopTurn(id)
  }
}

let lastAskedAt = 0

/** Asks the server what it still keeps for this user, and fetches what is missing here. */
async function fetchMissed(): Promise<void> {
  if (!mayHaveAsked() || Date.now() - lastAskedAt < askEveryMs) return
  lastAskedAt = Date.now()
  const runs = (await listRuns(authHeaders())) ?? []
  const unknown: RunStatus[] = []
  for (const run of runs) {
    if (run.resumable && !(await settle(run))) unknown.push(run)
  }
  if (unknown.length > 0) setTimeout(() => void unlessElsewhere("recover", () => recover(unknown)), courtesyMs)
}

/** A visitor who has never said anything has no answers to wait for. */
function mayHaveAsked(): boolean {
  if (useAccess.getState().accessCode !== "") return true
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

/** Deals with a run of an answer that stands here; false when there is none. */
async function settle(run: RunStatus): Promise<boolean> {
  const row = await findAnswer(run.id, run.session)
  if (row === undefined) return false
  const { message, sessionId } = row
  const made = madeBy(message, run.id)
  const isOpen = made === message && (message.streaming === true || message.id in conversationStore.getState().live)
  if (isOpen) await loadMessages(sessionId)
  else if (made === message && isUnfinished(message)) {
    await loadMessages(sessionId)
    await whenLetGo(message.id, () => watch(sessionId, resumeAnswer(sessionId, message.id, chatDeps)))
  } else if (made?.idempotencyKey !== undefined) {
    // It was stopped, or its acknowledgement did not get through.
    if (run.state === "running") await stopRun(run.id, authHeaders())
    await acknowledgeRun(run.id, authHeaders())
  }
  return true
}

/**
 * Answers asked for on another device, which has not fetched them: each becomes a conversation here, also while it is being
 * written. One that another device receives at this moment is offered.
 */
async function recover(runs: readonly RunStatus[]): Promise<void> {
  const still = new Map((await listRuns(authHeaders()))?.map((run) => [run.id, run]))
  for (const { id } of runs) {
    const run = still.get(id)
    if (run === undefined || run.state === "failed" || (await findAnswer(id, run.session))) continue
    if (!run.isWatched) {
      const sessionId = await adopt(run)
      tellOf(run, () => selectSession(sessionId))
      continue
    }
    lastAskedAt = 0
    setTimeout(() => void fetchMissed(), courtesyMs)
    if (offered.has(id)) continue
    offered.add(id)
    tellOf(run, () => void follow(run))
  }
}

const offered = new Set<string>()

/** Who was offered it may take their time: by then it may have ended where it was asked for. */
async function follow(run: RunStatus): Promise<void> {
  const row = await findAnswer(run.id, run.session)
  if (row === undefined && (await fetchRun(run.id, authHeaders())) === "gone") {
    return showToast({ text: texts().chat.cameElsewhere })
  }
  selectSession(row?.sessionId ?? (await adopt(run)))
}

/** A conversation of its own for an answer from elsewhere; like any open answer it is then followed. */
async function adopt(run: RunStatus): Promise<string> {
  const answer = { ...pendingAnswer(newId(), run.started, run.model), runId: run.id }
  const sessionId = addSession(texts().chat.recoveredTopic, [answer], run.session)
  // Before another tab may look for it.
  await storeStrictly()
  return sessionId
}

function tellOf(run: RunStatus, open: () => void): void {
  const t = texts().chat
  const isComing = run.state === "running"
  showToast({
    text: isComing ? t.coming : t.recovered,
    action: { text: isComing ? t.followComing : t.openRecovered, onClick: open },
    durationMs: 10_000,
  })
}
