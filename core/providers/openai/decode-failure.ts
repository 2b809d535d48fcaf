import type { Available } from "../../gateway/chat-event.ts"
import type { Failure, MoneyShort, ShownPrice } from "../../gateway/failure.ts"
import { refusalOfCode } from "../../gateway/refusal.ts"
import { freeMessageCharacters } from "../../gateway/limits.ts"
import { decodeBalance } from "../../ledger/balance-wire.ts"
import { fromReais, type MicroReais } from "../../lib/micro-reais.ts"
import { cutWords } from "../../gateway/provider-words.ts"
import { cutObject, failureJson, failureObject } from "../failure-body.ts"
import { indexOf, type JsonObject, numberOf, objectOf, textOf, textsOf } from "../../lib/fields.ts"
import { goneWhere, saysGone, type Upstream } from "../model-gone.ts"

/** The status of an error told inside an answer of status 200 that does not name its own: the provider broke off. */
const brokenOffStatus = 502

/**
 * Trouble said with a status: by the provider (`{error: {message, type, code, param}}`, Azure's `{error: {code: "401"}}`,
 * `{error: "text"}`, `{statusCode, message}`, plain text, an HTML page of the edge in front) or by our own gateway, whose
 * extra fields make it a failure of ours.
 */
export function decodeFailure(status: number, body: string): Failure {
  const object = failureObject(body)
  if (object) return failureFrom(object, status)
  return { kind: "upstream", status, message: textOf(failureJson(body)) ?? readable(body) }
}

/** The failure a chunk or reply of status 200 holds instead of an answer; undefined when it holds none. */
export function failureIn(answer: JsonObject): Failure | undefined {
  const error = answer["error"]
  const refused = gatewayMarks.some((mark) => answer[mark] === true)
  return refused || error === true || textOf(error) || objectOf(error) ? failureFrom(answer, undefined) : undefined
}

/** An SSE event named "error", whatever its data. */
export function decodeErrorEvent(data: string): Failure {
  const object = failureObject(data)
  return object
    ? failureFrom(object, undefined)
    : { kind: "upstream", status: brokenOffStatus, message: readable(data) }
}

/** The fields by which our gateway's refusals are recognized, beside any `error`. */
const gatewayMarks = ["balance_insufficient", "character_limit_exceeded", "free_temp_limit_reached"]

/**
 * The failure in a body; without a status, the one that it names, or that the provider broke off. Every failure of
 * every provider is made here, of texts that are cut.
 */
export function failureFrom(told: JsonObject, givenStatus: number | undefined): Failure {
  const body = cutObject(told)
  const error = objectOf(body["error"])
  const code = codeOf(error?.["code"]) ?? codeOf(body["code"])
  const message = messageOf(body, error)
  const words = error?.["provider_message"]
  // Said by our gateway, a bill is the operator's, and waiting does not help.
  const isBill = typeof words === "string" && (code === "insufficient_quota" || code === "exceeded_current_quota_error")
  const status = givenStatus ?? (isBill ? 402 : statusOf(error, body))
  const word = code?.replaceAll("-", "_")
  const reason = word === undefined ? undefined : refusalOfCode(word)
  return (
    (reason && ({ kind: "refused", reason } as const)) ??
    gatewayRefusal(body, message, word) ??
    gatewayWord(word, status, error, message) ??
    tooLongForModel(message) ??
    goneWhere(
      {
        kind: "upstream",
        status,
        // Our gateway sends the provider's text in a field of its own.
        message: typeof words === "string" ? words : message,
        ...optional("type", textOf(error?.["type"])),
        ...optional("code", code),
        ...optional("param", textOf(error?.["param"])),
      } satisfies Upstream,
      saysGone,
    )
  )
}

/** Refusals our gateway marks with a field. The bare status is not enough: a provider's 402 is the operator's bill. */
function gatewayRefusal(body: JsonObject, message: string, code: string | undefined): Failure | undefined {
  const said = { ...optional("message", textOf(message)), ...optional("upgradeUrl", textOf(body["upgrade_url"])) }
  if (body["balance_insufficient"] === true) {
    return {
      kind: "insufficient-balance",
      ...said,
      ...optional("balance", availableIn(body)),
      ...optional("short", shortIn(body)),
    }
  }
  const unknownModel = textOf(body["unknown_model"])
  if (unknownModel !== undefined) return { kind: "model-not-found", model: unknownModel }
  const retiredModel = textOf(body["retired_model"])
  if (retiredModel !== undefined) return retiredIn(body, retiredModel)
  if (code === "cost_ceiling") return ceilingIn(body)
  if (body["character_limit_exceeded"] === true) return tooLong(body, message)
  const availableModels = textsOf(body["available_models"])
  if (code === "model_not_allowed" || (Array.isArray(body["available_models"]) && !freeLimit(body))) {
    const byFreeTier = freeLimit(body) && { byFreeTier: true as const }
    return { kind: "model-not-allowed", model: textOf(body["model"]) ?? "", ...byFreeTier, availableModels, ...said }
  }
  return freeLimit(body) ? { kind: "free-limit-reached", availableModels, ...said } : undefined
}

/** What the wallet lacks, where the gateway says so: some money that is not enough, or a code that no recharge opens. */
function shortIn(body: JsonObject): MoneyShort | undefined {
  if (body["frozen"] === true) {
    const meanwhile = body["frozen_meanwhile"] === true && { meanwhile: true as const }
    return { why: "frozen", ...meanwhile, ...optional("supportUrl", textOf(body["support_url"])) }
  }
  const short = objectOf(body["money_short"])
  const model = textOf(short?.["model"])
  if (short === undefined || model === undefined) return undefined
  const affordable = objectOf(short["affordable"])
  const name = textOf(affordable?.["model"])
  const provider = textOf(affordable?.["provider"])
  return {
    why: "too-little",
    has: amountOf(short["has"]),
    needed: amountOf(short["needed"]),
    model,
    ...(name !== undefined &&
      provider !== undefined && {
        affordable: {
          model: name,
          provider,
          displayName: textOf(affordable?.["display_name"]) ?? name,
          needed: amountOf(affordable?.["needed"]),
        },
      }),
  }
}

function retiredIn(body: JsonObject, model: string): Failure {
  const next = objectOf(body["successor"])
  const name = textOf(next?.["model"])
  const provider = textOf(next?.["provider"])
  const isNamed = name !== undefined && provider !== undefined
  return {
    kind: "model-retired",
    model,
    ...optional("since", textOf(body["retired_since"])),
    ...optional("price", shownPrice(body)),
    ...(isNamed && { successor: { model: name, provider, ...optional("price", next && shownPrice(next)) } }),
  }
}

function shownPrice({ price_per_million, price_each: each }: JsonObject): ShownPrice | undefined {
  if (isPrice(each)) return { each }
  const { input, output } = objectOf(price_per_million) ?? {}
  return isPrice(input) && isPrice(output) ? { input, output } : undefined
}

function isPrice(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value)
}

function ceilingIn(body: JsonObject): Failure {
  const per = body["cost_ceiling"] === "day" ? "day" : "message"
  const spent = body["spent_today"] === undefined ? {} : { spent: amountOf(body["spent_today"]) }
  return { kind: "cost-ceiling", per, ceiling: amountOf(body["ceiling"]), needed: amountOf(body["needed"]), ...spent }
}

/** An amount in reais as micro-reais; anything else is 0. */
function amountOf(value: unknown): MicroReais {
  return fromReais(typeof value === "number" && Math.abs(value) < 9e9 ? value : 0)
}

function freeLimit(body: JsonObject): boolean {
  return body["free_temp_limit_reached"] === true
}

/** The available amounts beside a refusal. */
function availableIn(body: JsonObject): Available | undefined {
  const seen = decodeBalance(body)
  if (!seen) return undefined
  const { premium, free, calls } = seen
  const total = decodeBalance({ saldo: body["saldo"] })?.premium ?? premium
  return { total, premium, free, calls }
}

/** Refusals that our gateway names in `code`, and one that is recognized by its text. */
function gatewayWord(
  code: string | undefined,
  status: number,
  error: JsonObject | undefined,
  message: string,
): Failure | undefined {
  const said = optional("message", textOf(message))
  const param = textOf(error?.["param"])
  const words = optional("words", textOf(error?.["provider_message"]))
  switch (code) {
    case "invalid_request":
      return { kind: "invalid-request", message, ...optional("param", param) }
    case "context_length_exceeded":
      return { kind: "context-length-exceeded", message }
    case "unauthorized":
      return { kind: "unauthorized", ...said }
    case "user_not_found":
      return { kind: "user-not-found" }
    case "balance_insufficient":
      return { kind: "insufficient-balance", ...said }
    case "balance_in_use":
      return { kind: "balance-in-use", ...said }
    case "own_key_refused":
      return { kind: "own-key-refused", status: status === 402 || status === 403 ? status : 401, detail: "", ...said }
    case "already_processing":
      return { kind: "already-processing" }
    case "too_many_requests":
      return { kind: "too-many-requests", ...said }
    case "upstream_timeout":
      return { kind: "upstream-timeout" }
    case "upstream_cut":
      return { kind: "upstream-cut", ...words }
    case "upstream_cut_uncharged":
      return { kind: "upstream-cut", uncharged: true, ...words }
    case "server_restarted":
      return { kind: "server-restarted" }
    case "empty_answer":
      return { kind: "empty-answer" }
    default:
      return message.startsWith("Mensagem já em processamento") ? { kind: "already-processing" } : undefined
  }
}

/** Most providers have no code for what does not fit into the model, only words under the type of any bad request. */
function tooLongForModel(message: string): Failure | undefined {
  return modelsWords.some((words) => words.test(message)) ? { kind: "context-length-exceeded", message } : undefined
}

const modelsWords = [
  /^prompt is too long/i, // Anthropic
  /exceed context limit/i,
  /input token count .{0,200}exceeds the maximum/i, // Google
  /exceeded model token limit/i, // Moonshot
  /model max length exceeded/i,
  /^range of input length should be/i, // Alibaba
  /maximum context length/i, // OpenAI and its kind
  /exceed max message tokens/i, // ByteDance
]

/** The numbers stand in the fields, or else in the text: "… no máximo 20000 … Sua mensagem tem N …". */
function tooLong(body: JsonObject, message: string): Failure {
  const limit = indexOf(body["limit"]) ?? freeMessageCharacters
  const numbers = (message.match(/\d[\d.,]*/g) ?? []).map((digits) => Number(digits.replaceAll(/[.,]/g, "")))
  const inText = numbers.find((number) => number > limit)
  return { kind: "message-too-long", characters: indexOf(body["characters"]) ?? inText ?? 0, limit }
}

function messageOf(body: JsonObject, error: JsonObject | undefined): string {
  return (
    textOf(error?.["message"]) ??
    textOf(body["error"]) ??
    textOf(body["msg"]) ??
    textOf(body["message"]) ??
    textOf(body["detail"]) ??
    ""
  )
}

/** Azure's codes are strings even when they are numbers; some compatible servers send numbers. */
function codeOf(value: unknown): string | undefined {
  return textOf(value) ?? (typeof value === "number" ? String(value) : undefined)
}

/** The statuses of failures that are named by a word, inside an answer of status 200. */
const statusOfWord: Readonly<Record<string, number>> = {
  invalid_prompt: 400,
  content_filter: 400,
  content_policy_violation: 400,
  moderation_blocked: 400,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  rate_limit_reached_error: 429,
  engine_overloaded_error: 429,
  exceeded_current_quota_error: 429,
  insufficient_quota: 429,
  billing_not_active: 402,
  billing_hard_limit_reached: 402,
  invalid_api_key: 401,
}

function statusOf(error: JsonObject | undefined, body: JsonObject): number {
  for (const value of [error?.["status"], error?.["code"], body["status"], body["statusCode"], body["code"]]) {
    const status = numberOf(value)
    if (Number.isInteger(status) && status >= 400 && status <= 599) return status
  }
  for (const word of [error?.["code"], error?.["type"]]) {
    const status = typeof word === "string" && Object.hasOwn(statusOfWord, word) ? statusOfWord[word] : undefined
    if (status !== undefined) return status
  }
  return brokenOffStatus
}

/** The part of a page where its title is looked for, in characters. */
const headCharacters = 10_000

/** The readable part of a body that is no JSON: a page's title, or the beginning of the text. */
function readable(body: string): string {
  const text = body.slice(0, headCharacters).trim()
  if (!text.startsWith("<")) return cutWords(text)
  const head = text.toLowerCase()
  const opened = head.indexOf("<title")
  const start = opened === -1 ? -1 : head.indexOf(">", opened)
  const end = start === -1 ? -1 : head.indexOf("</title>", start)
  return end === -1
    ? ""
    : cutWords(text.slice(start + 1, end))
        .replace(/\s+/g, " ")
        .trim()
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]?: Value })
}
