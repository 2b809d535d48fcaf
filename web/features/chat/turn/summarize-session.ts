import { modelConfigOf } from "#core/conversation/session.ts"
import { coveredBy, summaryCall, summaryDue, type SummaryTask } from "#core/conversation/summary.ts"
import { freeModel } from "#core/gateway/limits.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { unlessElsewhere } from "../../../platform/browser/answer-locks.ts"
import { selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { auxiliaryAbilities, askAuxiliary, auxiliaryModel } from "./auxiliary-call.ts"

/** Conversations a summary is being made of: one at a time. */
const making = new Set<string>()

/** Most summaries after one answer. Of a very long history, one call covers a part, and the next call the next. */
const mostCalls = 5

/** Makes the summary that is due, for the conversation it is due in, whatever is on screen. Failing is no trouble: the next answer tries again. */
export async function summarizeSession(sessionId: string): Promise<void> {
  if (making.has(sessionId) || taskOf(sessionId, false) === undefined) return
  making.add(sessionId)
  try {
    await unlessElsewhere(`summary-${sessionId}`, async () => {
      for (let calls = 0; calls < mostCalls; calls++) {
        const due = taskOf(sessionId, calls > 0)
        if (due === undefined || !(await write(sessionId, due.task, due.config))) return
      }
    })
  } finally {
    making.delete(sessionId)
  }
}

function taskOf(sessionId: string, goingOn: boolean) {
  const { sessions, messages } = conversationStore.getState()
  const session = sessions[sessionId]
  const said = messages[sessionId]
  if (session === undefined || said === undefined) return undefined
  const config = modelConfigOf(session, useConfig.getState().modelConfig)
  const task = summaryDue(session, said, config, goingOn)
  return task && { task, config }
}

/** False when it came to nothing: it failed, what it covers is gone, or the memory was written or paused meanwhile. */
async function write(sessionId: string, task: SummaryTask, config: ModelConfig): Promise<boolean> {
  const before = conversationStore.getState().sessions[sessionId]
  const writer = auxiliaryModel(config)
  const isFreeRole = writer.model === freeModel && !selectIsPremium(useAccess.getState())
  const memoryPrompt = (
    await askAuxiliary("summary", {
      messages: task.messages,
      config: {
        ...writer,
        stream: false,
        ...summaryCall(writer.model, auxiliaryAbilities(writer), isFreeRole),
      },
      meta: { isSummarize: true },
    })
  ).trim()
  const { sessions, messages } = conversationStore.getState()
  const now = sessions[sessionId]
  const lastSummarizeIndex = coveredBy(task, messages[sessionId] ?? [])
  if (memoryPrompt === "" || now === undefined || lastSummarizeIndex === undefined) return false
  const isTouched = now.memoryPrompt !== before?.memoryPrompt || now.memoryEditedAt !== before.memoryEditedAt
  if (isTouched || now.memoryPaused) return false
  dispatch({ type: "summary-written", sessionId, memoryPrompt, lastSummarizeIndex })
  return true
}
