/** The waits before each piece of one answer, in ms, without end; made anew for each answer. */
export type Timing = () => Generator<number, never>

/** No waits. */
export const atOnce: Timing = function* () {
  for (;;) yield 0
}

/** The same wait before each piece. */
export function every(ms: number): Timing {
  return function* () {
    for (;;) yield ms
  }
}

/**
 * As real models stream: a log-normal wait for the first token, then 30–80 pieces a second with jitter, now and then in
 * bursts, rarely a stall of a second. The seed makes it the same every time; each answer draws on.
 */
export function likeAModel(seed: number, medianFirstMs = 400): Timing {
  const random = seeded(seed)
  return function* () {
    yield medianFirstMs * Math.exp(0.4 * normal(random))
    const betweenMs = 1_000 / (30 + 50 * random())
    for (;;) {
      const luck = random()
      if (luck < 0.002) yield 1_000
      else if (luck < 0.25) yield 0
      else yield betweenMs * (0.5 + random())
    }
  }
}

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Standard normal, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
