import { ok, type Result } from "#core/lib/result.ts"
import type { Copied, Restored } from "./backup-file.ts"
import type { ModelOperations } from "./model-operations.ts"
import type { Operations, Refusal } from "./operations.ts"
import type { PriceOperations } from "./price-operations.ts"
import type { ShareOperations } from "./share-operations.ts"
import type { Vanishing } from "./what-vanishes.ts"

/** The result of a command: for programs, for people, and whether it succeeded. */
export interface Answer {
  readonly json: unknown
  readonly text: string | AsyncIterable<string>
  readonly failed?: boolean
  /** The next step, after the user confirms it. */
  readonly next?: { readonly question: string; readonly run: Command }
}

/** The resources of a command; databases are opened by the commands that need one. */
export interface CommandDeps {
  readonly operations: Operations
  readonly prices: PriceOperations
  readonly models: ModelOperations
  readonly shares: ShareOperations
  backup(file: string): Promise<Copied>
  /** Nothing is restored where something would vanish and nobody agrees to that. */
  restore(file: string, isAgreed: (vanishes: Vanishing) => Promise<boolean>): Promise<Restored>
  /** The yes or no of whoever sits at the terminal; undefined where there is no terminal. */
  ask(question: string): Promise<boolean | undefined>
  /** The account that a word of the command line names; `-` is read from standard input. */
  accountNamed(word: string): Promise<string>
}

export type Command = (deps: CommandDeps) => Promise<Result<Answer, Refusal>>

/** A result as an answer: its value for programs, a text of it for people. */
export function answered<Value>(
  result: Result<Value, Refusal>,
  text: (value: Value) => string,
): Result<Answer, Refusal> {
  return result.ok ? ok({ json: result.value, text: text(result.value) }) : result
}
