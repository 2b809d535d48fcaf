import { selectAnswering, type ConversationState } from "#core/conversation/conversation-state.ts"
import { unlessElsewhere, whenLetGo } from "../../../platform/browser/answer-locks.ts"
import { onReturn } from "../../../platform/browser/on-return.ts"
import { knowVisitor, useAccess } from "../../../state/access-store.ts"
import { refreshSession } from "../../../state/changes-elsewhere.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { isAnythingSaid } from "../../../state/first-use.ts"
import { chatDeps } from "./chat-deps.ts"
import { stopTurn } from "./running-turns.ts"
import { resumeTurn } from "./send-message.ts"
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
  void import("./queue.ts").then(({ startQueue }) => startQueue()).catch(() => undefined)
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
    if (now?.id === answer.id) await resumeTurn(sessionId, answer.id, chatDeps)
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
  // Few have answers from elsewhere. Where the code for them cannot be fetched, the next return tries again.
  const code = await import("./missed-answers.ts").catch(() => undefined)
  const unknown = (await code?.findMissed()) ?? []
  if (unknown.length > 0)
    afterCourtesy(() => unlessElsewhere("recover", async () => code?.recoverAnswers(unknown, fetchAgain)))
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
  return useAccess.getState().accessCode !== "" || isAnythingSaid()
}
