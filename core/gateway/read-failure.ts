import type { MicroReais } from "../lib/micro-reais.ts"
import {
  amount,
  count,
  listOf,
  oneOf,
  optional,
  orElse,
  recordOf,
  text,
  that,
  truth,
  type FieldReaders,
  type Reader,
} from "../lib/stored-shape.ts"
import type { Available } from "./chat-event.ts"
import type {
  AffordableModel,
  Failure,
  FailureKind,
  ModelRetiredFailure,
  MoneyShort,
  MoneyTooLittle,
  ShownPrice,
} from "./failure.ts"
import { refusals, type RefusalReason } from "./refusal.ts"

/** An amount of money as it is stored. */
export const readMicroReais = that<MicroReais>((stored) => Number.isSafeInteger(stored))

const words = orElse(text, () => "")
const models = orElse(listOf(text), () => [])
const size = orElse(count, () => 0)
const maybeText = optional(text)
const maybeYes = optional(oneOf([true] as const))
const maybeTrue = optional(truth)
const maybeAmount = optional(amount)
const maybeMoney = optional(readMicroReais)

const balance = optional(
  recordOf<Available>({
    total: readMicroReais,
    premium: readMicroReais,
    free: readMicroReais,
    calls: count,
    reserved: maybeMoney,
  }),
)

const readTokenPrice = recordOf<{ input: number; output: number }>({ input: amount, output: amount })
const readPiecePrice = recordOf<{ each: number }>({ each: amount })
const price = optional<ShownPrice>((stored) => readTokenPrice(stored) ?? readPiecePrice(stored))

const successor = optional(
  recordOf<NonNullable<ModelRetiredFailure["successor"]>>({ model: text, provider: text, price }),
)

/** Only what the page draws: the other kinds of shortage are said in the failure's text. */
const short = optional<MoneyShort>(
  (stored) =>
    recordOf<MoneyTooLittle>({
      why: oneOf(["too-little"]),
      has: readMicroReais,
      needed: readMicroReais,
      model: text,
      affordable: optional(
        recordOf<AffordableModel>({ model: text, provider: text, displayName: text, needed: readMicroReais }),
      ),
      isPiece: maybeYes,
    })(stored) ??
    recordOf<Extract<MoneyShort, { why: "frozen" }>>({
      why: oneOf(["frozen"]),
      meanwhile: maybeYes,
      supportUrl: maybeText,
    })(stored),
)

const reason = that<RefusalReason>((stored) => typeof stored === "string" && Object.hasOwn(refusals, stored))
const maybePluginCalls = optional(oneOf(["plugin-calls"] as const))
const ownStatus = orElse(oneOf([401, 402, 403] as const), () => 401 as const)

/** The fields of each kind besides its name, including those that only the server sets. */
const fields: {
  readonly [Kind in FailureKind]: FieldReaders<
    Omit<Extract<Failure, { kind: Kind }>, "kind" | (Kind extends "balance-in-use" ? "short" : never)>
  >
} = {
  "invalid-request": { message: words, param: maybeText },
  refused: { reason, param: maybeText, retryAfterMs: maybeAmount },
  "context-length-exceeded": { message: words },
  unauthorized: { message: maybeText },
  "user-not-found": {},
  "model-not-allowed": {
    model: words,
    byFreeTier: maybeYes,
    availableModels: models,
    upgradeUrl: maybeText,
    message: maybeText,
  },
  "free-limit-reached": { of: maybePluginCalls, availableModels: models, upgradeUrl: maybeText, message: maybeText },
  "message-too-long": { characters: size, limit: size },
  "too-many-requests": { of: maybePluginCalls, retryAfterMs: maybeAmount, message: maybeText },
  "already-processing": {},
  "insufficient-balance": { message: maybeText, upgradeUrl: maybeText, balance, short },
  "balance-in-use": { message: maybeText, retryAfterMs: maybeAmount },
  "cost-ceiling": {
    per: oneOf(["message", "day"]),
    ceiling: readMicroReais,
    needed: readMicroReais,
    spent: maybeMoney,
  },
  "model-not-found": { model: words },
  "model-retired": { model: words, since: maybeText, price, successor },
  upstream: {
    status: size,
    message: words,
    type: maybeText,
    code: maybeText,
    param: maybeText,
    retryAfterMs: maybeAmount,
  },
  "model-gone": { status: size, message: words },
  "own-key-refused": { status: ownStatus, detail: words, message: maybeText },
  "upstream-timeout": {},
  "upstream-cut": { uncharged: maybeTrue, words: maybeText },
  "server-restarted": {},
  "empty-answer": { searched: maybeTrue },
  "not-json": { status: size, contentType: words, head: words },
  http: { status: size, message: words, noRun: maybeTrue },
  network: { unreached: maybeTrue },
}

/** Reads a stored failure; undefined where its kind is unknown. */
export const readFailure: Reader<Failure> = (stored) => {
  const kind: unknown = typeof stored === "object" && stored !== null ? Reflect.get(stored, "kind") : undefined
  if (typeof kind !== "string" || !Object.hasOwn(fields, kind)) return undefined
  return recordOf<Failure>(fields[kind as FailureKind] as unknown as FieldReaders<Failure>)(stored)
}
