import type { Message, Queued } from "#core/conversation/message.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts, loadChapters } from "../../../platform/language/texts.ts"
import { askToConfirm, type Question } from "../../../ui/confirm.tsx"
import type { Consent } from "./ceiling-consent.ts"
import { askAboutRetry } from "./ceilings.ts"
import { messageCost } from "./message-cost.ts"

/** The server forgets a key after a day: what waited longer than this, in ms, might be answered twice. */
const keptMs = 23 * 3_600_000
/** A price above this many times the agreed one is asked about. */
const tolerance = 1.2

/** The price that is agreed to with a question that waits. */
export function agreedOf(cost: MicroReais | undefined): Pick<Queued, "agreedMicro"> {
  return cost === undefined ? {} : { agreedMicro: cost }
}

/** The price that is agreed to although it lies above a ceiling. */
export function pastCeilingOf(cost: MicroReais | undefined): Pick<Queued, "pastCeilingMicro"> {
  return cost === undefined ? {} : { pastCeilingMicro: cost }
}

/** What asking a question costs by now; undefined where no price is known. */
export async function costNow(sessionId: string, { id, content }: Message): Promise<MicroReais | undefined> {
  return (await messageCost(sessionId, content, id).catch(() => undefined))?.cost
}

interface QueuedConsent {
  readonly consent: Consent
  /** Since when it waits, and for what price, by what the user has agreed to. */
  readonly queued: Queued
}

/**
 * Whether a question that waited may be sent. One that has waited long, or has become dearer, is asked about; after that, as any
 * other, one that lies above a ceiling: who agrees to the one has not agreed to the other. What was agreed to above a ceiling is not
 * asked about again while it costs no more.
 */
export async function consentToQueued(
  {
    sessionId,
    answerId,
    question,
  }: { readonly sessionId: string; readonly answerId: string; readonly question: Message },
  queued: Queued,
  ask: typeof askToConfirm = askInSight,
): Promise<QueuedConsent> {
  const { at, agreedMicro, pastCeilingMicro } = queued
  const cost = await costNow(sessionId, question)
  const isOld = Date.now() - at > keptMs
  const isDearer = cost !== undefined && agreedMicro !== undefined && cost > agreedMicro * tolerance
  if (isOld || isDearer) {
    await loadChapters("queue")
    const t = chapterTexts("queue")
    const why = isDearer ? t.dearer(formatMoney(cost), formatMoney(microReais(agreedMicro))) : t.old
    const words = wordsOf(question.content).slice(0, 120)
    if (!(await ask({ text: `${why}\n\n“${words}”`, confirm: t.sendNow }))) return { consent: "no", queued }
  }
  const agreed = isOld || isDearer ? { ...queued, at: Date.now(), ...agreedOf(cost) } : queued
  if (cost !== undefined && pastCeilingMicro !== undefined && cost <= pastCeilingMicro) {
    return { consent: "anyway", queued: agreed }
  }
  const consent = await askAboutRetry(sessionId, answerId, ask)
  return { consent, queued: consent === "anyway" ? { ...agreed, ...pastCeilingOf(cost) } : agreed }
}

/** Asks only while the page can be seen: in one that is hidden, or is about to be, the answer is no. */
async function askInSight(question: Question): Promise<boolean> {
  if (document.hidden) return false
  const hiding = new AbortController()
  const hide = () => hiding.abort()
  document.addEventListener("visibilitychange", hide)
  const yes = await askToConfirm({ ...question, signal: hiding.signal })
  document.removeEventListener("visibilitychange", hide)
  return yes
}
