/**
 * The only place that encodes and decodes a statement (`GET /api/statement`). Amounts travel as reais with up to 6
 * decimals.
 */
import { usageUnitOf } from "../gateway/usage.ts"
import { isObject, type JsonObject, textOf } from "../lib/fields.ts"
import { fromReais, microReais, toReais, type MicroReais } from "../lib/micro-reais.ts"
import {
  statementKinds,
  type Statement,
  type StatementLine,
  type StatementPieces,
  type StatementTokens,
} from "./statement.ts"

export function presentStatement(statement: Statement) {
  const { posted } = statement
  return {
    lines: statement.lines.map(presentLine),
    ...(statement.next === undefined ? {} : { next: statement.next }),
    wallet: statement.purse,
    posted: { premium: toReais(posted.premium), free: toReais(posted.free), calls: posted.calls },
    spentToday: toReais(statement.spentToday),
    ...(statement.unmetered ? { unmetered: true } : {}),
  }
}

function presentLine({ purse, amount, balanceAfter, ...line }: StatementLine) {
  return { ...line, wallet: purse, amount: toReais(amount), balanceAfter: toReais(balanceAfter) }
}

/** The inverse; undefined when the value is no statement. An unreadable line is left out rather than shown wrong. */
export function decodeStatement(json: unknown): Statement | undefined {
  if (!isObject(json) || !Array.isArray(json["lines"]) || !isObject(json["posted"])) return undefined
  const { premium, free, calls } = json["posted"]
  const next = textOf(json["next"])
  return {
    lines: json["lines"].flatMap((line: unknown) => decodeLine(line) ?? []),
    ...(next === undefined ? {} : { next }),
    purse: json["wallet"] === "free" ? "free" : "premium",
    posted: { premium: moneyOf(premium) ?? nothing, free: moneyOf(free) ?? nothing, calls: countOf(calls) },
    spentToday: moneyOf(json["spentToday"]) ?? nothing,
    unmetered: json["unmetered"] === true,
  }
}

const nothing = microReais(0)

function decodeLine(json: unknown): StatementLine | undefined {
  if (!isObject(json)) return undefined
  const kind = statementKinds.find((known) => known === json["kind"])
  const id = textOf(json["id"])
  const amount = moneyOf(json["amount"])
  const balanceAfter = moneyOf(json["balanceAfter"])
  const at = json["at"]
  if (kind === undefined || id === undefined || amount === undefined || balanceAfter === undefined) return undefined
  if (typeof at !== "number" || !Number.isFinite(at)) return undefined
  const names = ["model", "asked", "runId", "ending", "source"] as const
  const texts = Object.fromEntries(names.map((name) => [name, json[name]]))
  return {
    id,
    at,
    kind,
    amount,
    balanceAfter,
    purse: json["wallet"] === "free" ? "free" : "premium",
    calls: countOf(json["calls"]),
    callsAfter: countOf(json["callsAfter"]),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => typeof value === "string")),
    ...(isObject(json["tokens"]) ? { tokens: tokensOf(json["tokens"]) } : {}),
    ...piecesOf(json["pieces"]),
    ...(typeof json["searchCalls"] === "number" ? { searchCalls: countOf(json["searchCalls"]) } : {}),
  }
}

function piecesOf(json: unknown): { readonly pieces?: StatementPieces } {
  const unit = isObject(json) ? usageUnitOf(json["unit"]) : undefined
  return isObject(json) && unit !== undefined ? { pieces: { count: countOf(json["count"]), unit } } : {}
}

function tokensOf(json: JsonObject): StatementTokens {
  return {
    input: countOf(json["input"]),
    cached: countOf(json["cached"]),
    output: countOf(json["output"]),
    reasoning: countOf(json["reasoning"]),
  }
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0
}

function moneyOf(value: unknown): MicroReais | undefined {
  if (typeof value !== "number" || !Number.isSafeInteger(Math.round(value * 1_000_000))) return undefined
  return fromReais(value)
}
