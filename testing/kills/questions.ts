import { seeded } from "../fake-provider/timing.ts"
import { fiveScripts } from "../five-scripts.ts"
import { inputTokensOf, outputTokensOf } from "../true-tokens.ts"

/** A provider's true counts for a call, in tokens. */
export interface TokenCount {
  readonly input: number
  readonly output: number
}

/** One question and what its provider will say to it: all of it follows from the number. */
export interface Question {
  readonly number: number
  readonly text: string
  readonly answer: string
  readonly truth: TokenCount
  readonly stream: boolean
  /** Between two of the sixty pieces of a stream; a whole reply takes as long as all of them. In ms. */
  readonly waitMs: number
  /** The usage that the provider reports: true, missing, or absurd. */
  readonly usage: "true" | "missing" | "absurd" | "absurd-cached"
}

/** Tokens of input that no question of ours has: fifty and ninety million. */
export const absurd = { absurd: 50_000_000, "absurd-cached": 90_000_000 } as const

const scripts = Object.values(fiveScripts)

export function questionOf(seed: number, number: number): Question {
  const random = seeded(seed * 1_000_003 + number)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const sentences = pick<readonly string[]>(scripts)
  const text = `Pergunta ${number}: ${pick(sentences)}`
  let answer = `${number}.`
  const longest = 40 + random() * 420
  while (answer.length < 4_000) {
    const longer = `${answer} ${pick(sentences)}`
    if (outputTokensOf(longer) > longest) break
    answer = longer
  }
  const luck = random()
  return {
    number,
    text,
    answer,
    truth: { input: inputTokensOf([text]), output: outputTokensOf(answer) },
    stream: random() < 0.85,
    waitMs: pick([6, 6, 40, 70]),
    usage: luck < 0.06 ? "missing" : luck < 0.09 ? "absurd" : luck < 0.11 ? "absurd-cached" : "true",
  }
}

/** The number of the question that a request asks; undefined where it asks none of ours. */
export function numberIn(text: string): number | undefined {
  const found = /^Pergunta (\d+):/.exec(text)
  return found ? Number(found[1]) : undefined
}
