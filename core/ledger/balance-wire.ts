/**
 * The only place that encodes and decodes balances: `saldo_*` in replies, `_meta` in chat replies. Amounts travel as
 * reais with up to 6 decimals.
 */
import type { Available, BalanceAfter } from "../gateway/chat-event.ts"
import { usageToldIn, type Usage } from "../gateway/usage.ts"
import { isObject } from "../lib/fields.ts"
import { fromReais, microReais, microReaisPerReal, toReais, type MicroReais } from "../lib/micro-reais.ts"
import { reservedOf, type Balances } from "./balance.ts"

export type AccountKind = "premium" | "free"

/** The `saldo_*` fields of `/api/getBalance` and of refusals for lack of funds. */
export interface BalanceJson {
  readonly saldo_premium: number
  readonly saldo_gratuito: number
  readonly saldo_chamadas: number
  /** Of the wallet this code pays from. */
  readonly saldo: number
  /** Money of the same wallet that is held for answers in progress, on top of `saldo`; absent where there is none. */
  readonly saldo_reservado?: number
  readonly tipo_usuario: "premium" | "gratuito"
  readonly balance_insufficient?: true
  /** The operator has blocked the code, whatever is on it. */
  readonly frozen?: true
  readonly unmetered?: true
  readonly upgrade_url?: string
}

export interface BalanceNotes {
  /** The balance is empty or too small: adds `balance_insufficient`. */
  readonly insufficient?: boolean
  /** A code that the operator has blocked. */
  readonly frozen?: boolean
  /** A code of the operator's `CODE` list, which is never charged. */
  readonly unmetered?: boolean
  readonly upgradeUrl?: string | undefined
}

/** A code's available amounts as JSON. */
export function presentBalance(kind: AccountKind, balances: Balances, notes: BalanceNotes = {}): BalanceJson {
  const saldo_premium = toReais(balances.premium.available)
  const saldo_gratuito = toReais(balances.free.available)
  const reserved = reservedOf(balances[kind])
  return {
    saldo_premium,
    saldo_gratuito,
    saldo_chamadas: balances.calls.available,
    saldo: kind === "premium" ? saldo_premium : saldo_gratuito,
    ...(reserved > 0 ? { saldo_reservado: toReais(reserved) } : {}),
    tipo_usuario: kind === "premium" ? "premium" : "gratuito",
    ...(notes.insufficient === true ? { balance_insufficient: true } : {}),
    ...(notes.frozen === true ? { frozen: true } : {}),
    ...(notes.unmetered === true ? { unmetered: true } : {}),
    ...(notes.upgradeUrl === undefined ? {} : { upgrade_url: notes.upgradeUrl }),
  }
}

/** The available amounts of a code, for the refusal of a chat. */
export function presentAvailable(
  available: Available,
): Pick<BalanceJson, "saldo" | "saldo_premium" | "saldo_gratuito" | "saldo_chamadas" | "saldo_reservado"> {
  return {
    saldo: toReais(available.total),
    saldo_premium: toReais(available.premium),
    saldo_gratuito: toReais(available.free),
    saldo_chamadas: available.calls,
    ...(available.reserved === undefined ? {} : { saldo_reservado: toReais(available.reserved) }),
  }
}

/** A balance as the page has received it. */
export interface BalanceSeen {
  readonly kind: AccountKind
  readonly premium: MicroReais
  readonly free: MicroReais
  /** Search calls. */
  readonly calls: number
  /** Money held for answers in progress, on top of the available amount of the paying wallet. */
  readonly reserved: MicroReais
  readonly insufficient: boolean
  readonly frozen: boolean
  readonly unmetered: boolean
  readonly upgradeUrl?: string
}

/**
 * Reads a balance reply, including NextChat's spellings: `saldo_premium` falls back to `message`, then to `saldo`; a
 * missing amount is 0 and an unnamed user is "gratuito". Undefined when the reply carries no balance at all.
 */
export function decodeBalance(json: unknown): BalanceSeen | undefined {
  if (!isObject(json)) return undefined
  const premium = amountOf(json["saldo_premium"]) ?? amountOf(json["message"]) ?? amountOf(json["saldo"])
  const free = amountOf(json["saldo_gratuito"])
  if (premium === undefined && free === undefined) return undefined
  const upgradeUrl = json["upgrade_url"]
  return {
    kind: json["tipo_usuario"] === "premium" ? "premium" : "free",
    premium: premium ?? microReais(0),
    free: free ?? microReais(0),
    calls: countOf(json["saldo_chamadas"]) ?? 0,
    reserved: amountOf(json["saldo_reservado"]) ?? microReais(0),
    insufficient: json["balance_insufficient"] === true,
    frozen: json["frozen"] === true,
    unmetered: json["unmetered"] === true,
    ...(typeof upgradeUrl === "string" ? { upgradeUrl } : {}),
  }
}

/** The value of `_meta`: balances after a settled call, and what it cost. */
export interface MetaJson {
  readonly updatedBalance: number
  readonly newPremiumBalance: number
  readonly newFreeBalance: number
  readonly newCallsBalance: number
  /** Money held for other answers in progress, on top of `updatedBalance`; absent where there is none. */
  readonly reservedBalance?: number
  readonly cost: number
  readonly runId: string
  readonly limitedByBalance?: true
  /** Present where another model answered than the requested one: the requested one, and the one that was called. */
  readonly asked?: string
  readonly model?: string
  /** What the cost is of, where the provider has told something else, or nothing. */
  readonly usage?: Usage
}

export function encodeMeta(after: BalanceAfter): MetaJson {
  return {
    updatedBalance: toReais(after.total),
    newPremiumBalance: toReais(after.premium),
    newFreeBalance: toReais(after.free),
    newCallsBalance: after.calls,
    ...(after.reserved === undefined ? {} : { reservedBalance: toReais(after.reserved) }),
    cost: toReais(after.cost),
    runId: after.runId,
    ...(after.limitedByBalance === true ? { limitedByBalance: true } : {}),
    ...(after.redirected === undefined ? {} : { asked: after.redirected.asked, model: after.redirected.called }),
    ...(after.usage === undefined ? {} : { usage: after.usage }),
  }
}

/** The inverse of `encodeMeta`, given the value of `_meta`; undefined when a field is missing or is no amount. */
export function decodeMeta(json: unknown): BalanceAfter | undefined {
  if (!isObject(json)) return undefined
  const total = amountOf(json["updatedBalance"])
  const premium = amountOf(json["newPremiumBalance"])
  const free = amountOf(json["newFreeBalance"])
  const calls = countOf(json["newCallsBalance"])
  const cost = amountOf(json["cost"])
  const runId = json["runId"]
  if (total === undefined || premium === undefined || free === undefined) return undefined
  if (calls === undefined || cost === undefined || typeof runId !== "string") return undefined
  const reserved = amountOf(json["reservedBalance"])
  const limited = json["limitedByBalance"] === true ? { limitedByBalance: true } : {}
  const { asked, model: called } = json
  const redirected = typeof asked === "string" && typeof called === "string" ? { redirected: { asked, called } } : {}
  const usage = usageToldIn(json["usage"])
  return {
    total,
    premium,
    free,
    calls,
    cost,
    runId,
    ...(reserved ? { reserved } : {}),
    ...limited,
    ...redirected,
    ...(usage && { usage }),
  }
}

/** A number, or a text holding one, as an amount. `Number("")` is 0, so an empty text is refused by hand. */
function amountOf(value: unknown): MicroReais | undefined {
  const reais = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  if (typeof reais !== "number" || !Number.isSafeInteger(Math.round(reais * microReaisPerReal))) return undefined
  return fromReais(reais)
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined
}
