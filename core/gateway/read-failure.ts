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
  type Reader,
} from "../lib/stored-shape.ts"
import type { MicroReais } from "../lib/micro-reais.ts"
import type { Available } from "./chat-event.ts"
import type { CostCeilingFailure, Failure, FailureKind, ModelRetiredFailure, ShownPrice } from "./failure.ts"
import { refusals, type RefusalReason } from "./refusal.ts"

type Readers = { readonly [Kind in FailureKind]: Reader<Extract<Failure, { kind: Kind }>> }
type Of<Kind extends FailureKind> = Extract<Failure, { kind: Kind }>

/** An amount of money as it is stored. */
export const readMicroReais = that<MicroReais>((stored) => Number.isSafeInteger(stored))

const kind = <Kind extends FailureKind>(name: Kind): Reader<Kind> => oneOf([name])
const words = orElse(text, () => "")
const models = orElse(listOf(text), () => [])
const status = orElse(count, () => 0)

const readAvailable = recordOf<Available>({
  total: readMicroReais,
  premium: readMicroReais,
  free: readMicroReais,
  calls: count,
  reserved: optional(readMicroReais),
})

const readPrice: Reader<ShownPrice> = (stored) =>
  recordOf<{ input: number; output: number }>({ input: amount, output: amount })(stored) ??
  recordOf<{ each: number }>({ each: amount })(stored)

const readers: Readers = {
  "invalid-request": recordOf<Of<"invalid-request">>({
    kind: kind("invalid-request"),
    message: words,
    param: optional(text),
  }),
  refused: recordOf<Of<"refused">>({
    kind: kind("refused"),
    reason: that<RefusalReason>((stored) => typeof stored === "string" && Object.hasOwn(refusals, stored)),
    param: optional(text),
    retryAfterMs: optional(amount),
  }),
  "context-length-exceeded": recordOf<Of<"context-length-exceeded">>({
    kind: kind("context-length-exceeded"),
    message: words,
  }),
  unauthorized: recordOf<Of<"unauthorized">>({ kind: kind("unauthorized"), message: optional(text) }),
  "user-not-found": recordOf<Of<"user-not-found">>({ kind: kind("user-not-found") }),
  "model-not-allowed": recordOf<Of<"model-not-allowed">>({
    kind: kind("model-not-allowed"),
    model: words,
    availableModels: models,
    upgradeUrl: optional(text),
    message: optional(text),
  }),
  "free-limit-reached": recordOf<Of<"free-limit-reached">>({
    kind: kind("free-limit-reached"),
    availableModels: models,
    upgradeUrl: optional(text),
    message: optional(text),
  }),
  "message-too-long": recordOf<Of<"message-too-long">>({
    kind: kind("message-too-long"),
    characters: status,
    limit: status,
  }),
  "too-many-requests": recordOf<Of<"too-many-requests">>({
    kind: kind("too-many-requests"),
    retryAfterMs: optional(amount),
    message: optional(text),
  }),
  "already-processing": recordOf<Of<"already-processing">>({ kind: kind("already-processing") }),
  "insufficient-balance": recordOf<Of<"insufficient-balance">>({
    kind: kind("insufficient-balance"),
    message: optional(text),
    upgradeUrl: optional(text),
    balance: optional(readAvailable),
  }),
  "balance-in-use": recordOf<Of<"balance-in-use">>({ kind: kind("balance-in-use"), retryAfterMs: optional(amount) }),
  "cost-ceiling": recordOf<CostCeilingFailure>({
    kind: kind("cost-ceiling"),
    per: oneOf(["message", "day"]),
    ceiling: readMicroReais,
    needed: readMicroReais,
    spent: optional(readMicroReais),
  }),
  "model-not-found": recordOf<Of<"model-not-found">>({ kind: kind("model-not-found"), model: words }),
  "model-retired": recordOf<ModelRetiredFailure>({
    kind: kind("model-retired"),
    model: words,
    since: optional(text),
    price: optional(readPrice),
    successor: optional(
      recordOf<NonNullable<ModelRetiredFailure["successor"]>>({
        model: text,
        provider: text,
        price: optional(readPrice),
      }),
    ),
  }),
  upstream: recordOf<Of<"upstream">>({
    kind: kind("upstream"),
    status,
    message: words,
    type: optional(text),
    code: optional(text),
    param: optional(text),
    retryAfterMs: optional(amount),
  }),
  "model-gone": recordOf<Of<"model-gone">>({ kind: kind("model-gone"), status, message: words }),
  "own-key-refused": recordOf<Of<"own-key-refused">>({
    kind: kind("own-key-refused"),
    status: orElse(oneOf([401, 402, 403] as const), () => 401 as const),
    detail: words,
    message: optional(text),
  }),
  "upstream-timeout": recordOf<Of<"upstream-timeout">>({ kind: kind("upstream-timeout") }),
  "upstream-cut": recordOf<Of<"upstream-cut">>({
    kind: kind("upstream-cut"),
    uncharged: optional(truth),
    words: optional(text),
  }),
  "server-restarted": recordOf<Of<"server-restarted">>({ kind: kind("server-restarted") }),
  "empty-answer": recordOf<Of<"empty-answer">>({ kind: kind("empty-answer"), searched: optional(truth) }),
  "not-json": recordOf<Of<"not-json">>({ kind: kind("not-json"), status, contentType: words, head: words }),
  http: recordOf<Of<"http">>({ kind: kind("http"), status, message: words }),
  network: recordOf<Of<"network">>({ kind: kind("network"), unreached: optional(truth) }),
}

/** A stored failure; undefined where nobody could say what failed. */
export const readFailure: Reader<Failure> = (stored) => {
  const name: unknown = typeof stored === "object" && stored !== null ? Reflect.get(stored, "kind") : undefined
  if (typeof name !== "string" || !Object.hasOwn(readers, name)) return undefined
  return (readers[name as FailureKind] as Reader<Failure>)(stored)
}
