import type { GoodAt } from "./model-row.ts"

/** The rating shown in the selector: lightbulbs for reasoning, lightning for speed, each 1 to 5. */
export interface Rating {
  readonly reasoning: number
  readonly speed: number
}

/**
 * Ratings by parts of names; a longer part stands before a shorter one that it contains. Small models get the highest
 * speed, because they are chosen for it.
 */
const ratings: readonly (readonly [part: string, rating: Rating])[] = [
  ["gpt-5", { reasoning: 5, speed: 3 }],
  ["gpt-4.1-nano", { reasoning: 4, speed: 5 }],
  ["gpt-4.1", { reasoning: 4, speed: 3 }],
  ["gpt-4o-mini", { reasoning: 2, speed: 5 }],
  ["gpt-4o", { reasoning: 3, speed: 4 }],
  ["o1-mini", { reasoning: 3, speed: 2 }],
  ["o3-mini", { reasoning: 4, speed: 2 }],
  ["o4-mini", { reasoning: 5, speed: 3 }],
  ["o3", { reasoning: 5, speed: 2 }],
]

const defaultRating: Rating = { reasoning: 3, speed: 3 }

/** The rating inferred from a model's name. */
export function ratingOf(name: string): Rating {
  return ratings.find(([part]) => name.includes(part))?.[1] ?? defaultRating
}

/** The purpose of a model of which only the rating is known. */
export function goodAtOf({ reasoning, speed }: Rating): GoodAt {
  if (reasoning >= 5) return speed >= 3 ? "flagship" : "reasoning"
  return speed >= 5 ? "quick" : "everyday"
}
