import { pendingAnswer } from "#core/conversation/message.ts"
import { newId } from "../../../platform/browser/new-id.ts"
import { fetchRun, listRuns, type RunStatus } from "../../../platform/gateway/run-client.ts"
import { texts } from "../../../platform/language/texts.ts"
import { authHeaders } from "../../../state/access-store.ts"
import { addSession, selectSession } from "../../../state/conversation-list.ts"
import { findAnswer } from "../../../state/find-answer.ts"
import { storeStrictly } from "../../../state/stored-conversations.ts"
import { showToast } from "../../../ui/toast.tsx"
import { settle } from "./settle-run.ts"

/** The runs that the server still keeps for this user, without those whose answer stands here: these are dealt with. */
export async function findMissed(): Promise<readonly RunStatus[]> {
  const missed: RunStatus[] = []
  for (const run of (await listRuns(authHeaders())) ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, each may be followed to its end
    if (run.resumable && !(await settle(run))) missed.push(run)
  }
  return missed
}

/** Runs that were offered already. */
const offered = new Set<string>()

/**
 * Answers asked for on another device, which has not fetched them: each becomes a conversation here, also while it is being
 * written. One that another device receives at this moment is offered; `again`: it is to be looked for once more in a while.
 */
export async function recoverAnswers(runs: readonly RunStatus[], again: () => void): Promise<void> {
  const still = new Map((await listRuns(authHeaders()))?.map((run) => [run.id, run]))
  for (const { id } of runs) {
    const run = still.get(id)
    if (run === undefined || run.state === "failed" || (await findAnswer(id, run.session))) continue
    if (!run.isWatched) {
      const sessionId = await adopt(run)
      tellOf(run, () => selectSession(sessionId))
      continue
    }
    again()
    if (offered.has(id)) continue
    offered.add(id)
    tellOf(run, () => void follow(run))
  }
}

/** The user may accept the offer late: the answer may have ended in its own tab by then. */
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
