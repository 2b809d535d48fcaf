import { needsConsent, noConsents, withConsent, type Consents, type Reach, type Source } from "#core/plugins/consent.ts"
import { fieldsOf, parseJson, textsOf, type JsonObject } from "#core/lib/fields.ts"
import { readTab, writeTab } from "../platform/storage/tab-storage.ts"
import { createEmitter, useEmitter } from "../ui/emitter.ts"

/** A call that waits for the user's yes or no. */
export interface WaitingCall {
  readonly sessionId: string
  readonly answerId: string
  /** Its place among the calls of the answer's last round. */
  readonly index: number
  readonly title: string
  readonly given: JsonObject
  readonly reach: Reach
  readonly before: readonly Source[]
}

export type Decision = "run" | "always" | "refuse"

interface Waiting extends WaitingCall {
  readonly decide: (isAllowed: boolean) => void
}

const waiting = createEmitter<readonly Waiting[]>([])

/** The calls of an answer that wait, in the order of the model. */
export function useWaitingCalls(answerId: string): readonly WaitingCall[] {
  return useEmitter(waiting).filter((call) => call.answerId === answerId)
}

export function isAnyWaiting(answerId: string): boolean {
  return waiting.get().some((call) => call.answerId === answerId)
}

/**
 * Whether a call may run. Waits for the user where that is due, as long as they take; a stop is a no. What they agreed to is
 * remembered for the conversation, in this tab.
 */
export function askForConsent(call: WaitingCall, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  if (!isDue(call)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const place: Waiting = {
      ...call,
      decide(isAllowed) {
        signal.removeEventListener("abort", stop)
        waiting.set(waiting.get().filter((other) => other !== place))
        resolve(isAllowed)
      },
    }
    const stop = () => place.decide(false)
    signal.addEventListener("abort", stop)
    waiting.set([...waiting.get(), place].toSorted((a, b) => a.index - b.index))
  })
}

/** The user's decision about one call. A yes may settle others that waited for the same. */
export function decideCall(answerId: string, index: number, decision: Decision): void {
  const call = waiting.get().find((one) => one.answerId === answerId && one.index === index)
  if (call === undefined) return
  if (decision !== "refuse") remember(call, decision === "always")
  call.decide(decision !== "refuse")
  for (const other of waiting.get()) if (!isDue(other)) other.decide(true)
}

/** A yes to all calls of an answer that wait now. */
export function allowAll(answerId: string): void {
  for (const { index } of waiting.get().filter((call) => call.answerId === answerId)) decideCall(answerId, index, "run")
}

function isDue({ sessionId, answerId, reach, before }: WaitingCall): boolean {
  return needsConsent(reach, before, consentsOf(sessionId, answerId))
}

/** What was agreed to about the flow from one host to another holds for one answer, and for as long as the page lives. */
const flows = new Map<string, Consents["flows"]>()

const keyOf = (sessionId: string) => `nk-tool-consents:${sessionId}`

function consentsOf(sessionId: string, answerId: string): Consents {
  const { hosts, always } = fieldsOf(parseJson(readTab(keyOf(sessionId)) ?? ""))
  return {
    hosts: new Set(textsOf(hosts)),
    always: new Set(textsOf(always)),
    flows: flows.get(answerId) ?? noConsents.flows,
  }
}

function remember({ sessionId, answerId, reach, before }: WaitingCall, always: boolean): void {
  const after = withConsent(reach, before, consentsOf(sessionId, answerId), always)
  flows.set(answerId, after.flows)
  writeTab(keyOf(sessionId), JSON.stringify({ hosts: [...after.hosts], always: [...after.always] }))
}
