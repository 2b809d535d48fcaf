import type { SseEvent } from "#core/providers/adapter.ts"

/** The parts of an answer that are passed on only after the money is settled. */
export interface Withheld {
  /** The frames that tell an end or the usage, in their order. */
  readonly kept?: readonly SseEvent[]
  /** The first frame that was passed on, for APIs whose frames repeat a head. */
  readonly first?: SseEvent | undefined
  /** The last one, where the gateway ended the answer at its cap: the end is then its own to tell. */
  readonly cutAfter?: SseEvent | undefined
}
