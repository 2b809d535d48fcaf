import {
  type Breaker,
  breakerAfter,
  breakerAllows,
  type BreakerEvent,
  closedBreaker,
} from "#core/gateway/circuit-breaker.ts"
import { chooseKey, firstByteAfter, keyRestMs, type KeyTrouble } from "#core/gateway/key-choice.ts"
import type { Log } from "../../http/log.ts"

/** A key that was refused a model is not asked for it for so long, in ms. */
const lackingRestMs = 15 * 60_000
/** Models one key remembers to lack: names come from callers. */
const mostLacking = 200

/** A key borrowed for one attempt; the borrower calls `over` exactly once. */
export interface KeyLease {
  readonly key: string | undefined
  /** Which of the keys, counted from 0: its name in logs. */
  readonly index: number
  /** The first of the answer came. */
  answering(): void
  /** The provider does not have the model, or not for this key. Answers how many keys were told so of late. */
  lacksModel(): number
  /** The provider said something of this key: it is left alone for a while. */
  trouble(trouble: KeyTrouble, retryAfterMs: number | undefined): void
  over(how: Exclude<BreakerEvent, "began">): void
}

/** The keys of one provider. */
export interface ProviderKeys {
  /** The operator's: what a provider says of them is not the caller's business. */
  readonly ours: boolean
  /** How many there are, whether they may be asked now or not. */
  readonly count: number
  /**
   * A key that may be asked for the model now, one that was not tried yet if there is any. One that is only busy comes
   * last, but it comes: the provider knows best whether it still is.
   */
  take(model: string, tried: ReadonlySet<number>): KeyLease | undefined
  /** There is one that was not tried yet, and is not busy. */
  hasOther(model: string, tried: ReadonlySet<number>): boolean
  /** Every key was refused the model of late: it is not asked for until one may try again. */
  lacks(model: string): boolean
  /** The model is there again: whoever said otherwise may be asked. */
  forgetLacking(model: string): void
}

/** The one key of a caller, or none at all: nothing is learnt from how it fares. */
export function loneKey(key: string | undefined): ProviderKeys {
  const lease: KeyLease = { key, index: 0, answering() {}, lacksModel: () => 1, trouble() {}, over() {} }
  return { ours: false, count: 1, take: () => lease, hasOther: () => false, lacks: () => false, forgetLacking() {} }
}

interface KeyState {
  readonly key: string
  readonly index: number
  inFlight: number
  firstByteMs: number | undefined
  restsUntil: number
  busyUntil: number
  /** Told to the operator, once. */
  refused: boolean
  readonly breakers: Map<string, Breaker>
  /** Models it was refused, and until when it is not asked for them. */
  readonly lacking: Map<string, number>
}

export interface OperatorKeysOptions {
  readonly provider: string
  /** Spare a provider that fails. */
  readonly breaker: boolean
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  readonly log: Log
}

/**
 * The operator's keys, chosen by how busy and how fast they are. A key the provider refuses or has no quota for rests; one
 * it wants left alone gives way to the others; a key and model that keep failing are spared by a breaker of their own.
 */
export function operatorKeys(keys: readonly string[], options: OperatorKeysOptions): ProviderKeys {
  const { provider, now, random, log } = options
  const states = keys.map((key, index): KeyState => {
    const rest = { restsUntil: 0, busyUntil: 0, refused: false }
    return { key, index, inFlight: 0, firstByteMs: undefined, ...rest, breakers: new Map(), lacking: new Map() }
  })

  function usableFor(model: string): readonly KeyState[] {
    const at = now()
    return states.filter((state) => {
      const { restsUntil, breakers } = state
      return restsUntil <= at && !isLacking(state, model) && breakerAllows(breakers.get(model) ?? closedBreaker, at)
    })
  }

  function isLacking({ lacking }: KeyState, model: string): boolean {
    return (lacking.get(model) ?? -Infinity) > now()
  }

  const isIdle = ({ busyUntil }: KeyState) => busyUntil <= now()

  function move(state: KeyState, model: string, event: BreakerEvent): void {
    if (!options.breaker) return
    const before = state.breakers.get(model) ?? closedBreaker
    const after = breakerAfter(before, event, now())
    if (after === before) return
    state.breakers.set(model, after)
    const facts = { provider, key: state.index, model }
    if (after.kind === "open" && event === "failed") log.warn("provider-spared", { ...facts, forMs: after.lastedMs })
    if (after.kind === "closed" && before.kind !== "closed") log.info("provider-back", facts)
  }

  function lease(state: KeyState, model: string): KeyLease {
    const startedAt = now()
    let answered = false
    state.inFlight += 1
    move(state, model, "began")
    return {
      key: state.key,
      index: state.index,
      answering() {
        if (answered) return
        answered = true
        state.firstByteMs = firstByteAfter(state.firstByteMs, now() - startedAt)
        move(state, model, "succeeded")
      },
      lacksModel() {
        if (state.lacking.size > mostLacking) state.lacking.clear()
        state.lacking.set(model, now() + lackingRestMs)
        return states.filter((one) => isLacking(one, model)).length
      },
      trouble(trouble, retryAfterMs) {
        const until = now() + keyRestMs(trouble, retryAfterMs)
        if (trouble === "busy") state.busyUntil = Math.max(state.busyUntil, until)
        else state.restsUntil = Math.max(state.restsUntil, until)
        if (trouble === "unpaid") log.error("provider-key-unpaid", { provider, key: state.index })
        if (trouble !== "refused" || state.refused) return
        state.refused = true
        log.error("provider-key-refused", { provider, key: state.index, of: states.length })
      },
      over(how) {
        state.inFlight -= 1
        if (how === "succeeded") state.refused = false
        if (how !== "succeeded" || !answered) move(state, model, how)
      },
    }
  }

  return {
    ours: true,
    count: states.length,
    take(model, tried) {
      const usable = usableFor(model)
      const idle = usable.filter(isIdle)
      const fresh = idle.filter(({ index }) => !tried.has(index))
      const among = fresh.length > 0 ? fresh : idle
      const chosen = among[chooseKey(among, random()) ?? -1] ?? soonestIdle(usable)
      return chosen && lease(chosen, model)
    },
    hasOther(model, tried) {
      return states.length > tried.size && usableFor(model).some((state) => isIdle(state) && !tried.has(state.index))
    },
    lacks: (model) => states.every((state) => isLacking(state, model)),
    forgetLacking: (model) => states.forEach(({ lacking }) => lacking.delete(model)),
  }
}

/** Of keys that are all busy, the one that is so for the shortest time. */
function soonestIdle(states: readonly KeyState[]): KeyState | undefined {
  return states.toSorted((one, other) => one.busyUntil - other.busyUntil)[0]
}
