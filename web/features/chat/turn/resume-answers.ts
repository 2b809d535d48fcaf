import { selectAnswering, type ConversationState } from "#core/conversation/conversation-state.ts"
import { unlessElsewhere, whenLetGo } from "../../../platform/answer-locks.ts"
import { onReturn } from "../../../platform/line.ts"
import { listRuns, type RunStatus } from "../../../platform/run-client.ts"
import { authHeaders, knowVisitor, useAccess } from "../../../state/access-store.ts"
import { conversationStore, refreshSession } from "../../../state/conversation-store.ts"
import { chatDeps } from "./chat-deps.ts"
import { stopTurn } from "./running-turns.ts"
import { resumeAnswer } from "./send-message.ts"
import { watchTurn } from "./watch-turn.ts"

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
  void watchTurn(
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
  await knowVisitor()
  const runs = (await listRuns(authHeaders())) ?? []
  const unknown: RunStatus[] = []
  for (const run of runs) {
    if (run.resumable && !(await settled(run))) unknown.push(run)
  }
  if (unknown.length > 0) afterCourtesy(() => unlessElsewhere("recover", () => recover(unknown)))
}

/** Few have answers from elsewhere. Where the code for them cannot be fetched, the next return tries again. */
async function recover(runs: readonly RunStatus[]): Promise<void> {
  const code = await import("./recover-answers.ts").catch(() => undefined)
  await code?.recoverAnswers(runs, fetchAgain)
}

/** The devices that asked come first. */
function afterCourtesy(go: () => Promise<unknown>): void {
  setTimeout(() => void go(), courtesyMs)
}

function fetchAgain(): void {
  lastAskedAt = 0
  afterCourtesy(fetchMissed)
}

/** A visitor who has never said anything has no answers to wait for. */
function mayHaveAsked(): boolean {
  if (useAccess.getState().accessCode !== "") return true
  return Object.values(conversationStore.getState().sessions).some(({ messageCount }) => messageCount > 0)
}

/** Few come back to an answer of their own. Where the code for it cannot be fetched, the next return tries again. */
async function settled(run: RunStatus): Promise<boolean> {
  const code = await import("./settle-run.ts").catch(() => undefined)
  return code === undefined || code.settle(run)
}
