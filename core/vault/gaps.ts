import { dayMs } from "../lib/days.ts"
import type { ChainPlace } from "./chain.ts"

/** A place in a writer's chain before which batches were withheld or lost. */
export interface Gap {
  /** The writer's device, by its name in requests: it may go on in another chain. */
  readonly device: string
  /** The number of the batch behind the gap. */
  readonly number: number
  /** When it was found, and when the device was last asked to send everything again, in epoch ms. */
  readonly foundAt: number
  readonly askedAt: number
}

/** Gaps by the writer in whose chain they are; of each writer the last one. */
export type Gaps = Readonly<Record<string, Gap>>

/**
 * After so long a device is asked once more, and after so long a gap is given up: its device is gone for good. While a gap is open
 * no deletion made here counts as one that knew of what others wrote, so conversations that are deleted here may come back.
 */
const [askAgainMs, giveUpMs] = [dayMs, 30 * dayMs]

/** One that was found later than now, by a clock that has been set back since, stays. */
export function openGaps(gaps: Gaps, now: number): Gaps {
  return keep(gaps, ({ foundAt }) => !isGivenUp(foundAt, now))
}

/** Whether what was found missing then, in epoch ms, is given up by now: whoever had it is gone for good. */
export function isGivenUp(foundAt: number, now: number): boolean {
  return now - foundAt >= giveUpMs
}

/**
 * The gaps with one more. Where its device has been asked already, it is not asked again at once: whoever drops a batch of
 * everything that is sent again would have all of it sent for ever.
 */
export function withGap(
  gaps: Gaps,
  {
    writer,
    device,
    number,
    now,
  }: { readonly writer: string; readonly device: string; readonly number: number; readonly now: number },
): { readonly gaps: Gaps; readonly isAsked: boolean } {
  const open = Object.values(gaps).find((gap) => gap.device === device)
  const { foundAt, askedAt } = open ?? { foundAt: now, askedAt: now }
  return { gaps: { ...gaps, [writer]: { device, number, foundAt, askedAt } }, isAsked: open !== undefined }
}

/** Writers whose devices are to be asked again. */
export function unanswered(gaps: Gaps, now: number): readonly string[] {
  return Object.keys(keep(gaps, ({ askedAt }) => Math.abs(now - askedAt) >= askAgainMs))
}

/**
 * The gaps that are left once a device has sent everything again. `allSince`: the number of the first batch of it in the writer's
 * chain. Where a batch of it is missing, too, nothing is filled.
 */
export function withoutSentAgain(
  gaps: Gaps,
  { writer, device, allSince }: { readonly writer: string; readonly device: string; readonly allSince: number },
): Gaps {
  const own = Object.hasOwn(gaps, writer) ? gaps[writer] : undefined
  if (own !== undefined && own.number > allSince) return gaps
  return keep(gaps, (gap) => gap.device !== device)
}

/** The gaps that are left once all is here that somebody had who read these chains without a gap. */
export function withoutCovered(gaps: Gaps, chains: Readonly<Record<string, ChainPlace>>): Gaps {
  return keep(gaps, ({ number }, writer) => {
    const place = Object.hasOwn(chains, writer) ? chains[writer] : undefined
    return place === undefined || place.number < number - 1
  })
}

function keep(gaps: Gaps, isKept: (gap: Gap, writer: string) => boolean): Gaps {
  return Object.fromEntries(Object.entries(gaps).filter(([writer, gap]) => isKept(gap, writer)))
}
