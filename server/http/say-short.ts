import { presentAvailable } from "#core/ledger/balance-wire.ts"
import { microReais, type MicroReais, toReais } from "#core/lib/micro-reais.ts"
import type { MoneyShort, MoneyTooLittle } from "#core/gateway/failure.ts"
import { reais } from "#core/i18n/failure-text.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"

/** Which purse is short, in words: the amounts and the way on first, then that nothing was charged. */
export function sayShort(short: MoneyShort, texts: LaterTexts): string {
  const { money, errors } = texts
  const uncharged = (text: string) => joinSentences(text, errors.nothingCharged)
  switch (short.why) {
    case "too-little": {
      const { has, needed, model, affordable, isPiece } = short
      const title = errors.tooLittle.title(centavos(has, "trunc"), model)
      const lacks = joinSentences(title, money.short(centavos(needed, "ceil")))
      if (isPiece) return uncharged(lacks)
      const wayOn = affordable === undefined ? money.cheaper : money.fits(affordable.displayName)
      return uncharged(joinSentences(lacks, wayOn))
    }
    case "in-use": {
      const { total, reserved = microReais(0) } = short.balance
      return uncharged(money.inUse(reais(reserved), reais(total), reais(short.needed)))
    }
    case "searches-in-use":
      return uncharged(money.searchesInUse(String(short.searches)))
    case "frozen":
      return short.meanwhile ? money.frozenMeanwhile : uncharged(money.frozen)
    case "overdrawn":
      return uncharged(money.overdrawn(reais(short.missing)))
  }
}

/** To the centavo, as people count: what there is never rounded up, what is needed never rounded down. */
function centavos(amount: MicroReais, roundingMode: "trunc" | "ceil"): string {
  const money = { style: "currency", currency: "BRL", roundingMode } as Intl.NumberFormatOptions
  return toReais(amount).toLocaleString("pt-BR", money)
}

/** What the page draws the refusal from: beside `affordable_model`, which programs read. */
function presentTooLittle({ has, needed, model, affordable }: MoneyTooLittle): Readonly<Record<string, unknown>> {
  const short = { has: toReais(has), needed: toReais(needed), model }
  if (affordable === undefined) return { money_short: short }
  const { model: name, provider, displayName, needed: least } = affordable
  return {
    affordable_model: name,
    money_short: {
      ...short,
      affordable: { model: name, provider, display_name: displayName, needed: toReais(least) },
    },
  }
}

/** The same for programs, as fields beside the error. Amounts in reais. */
export function presentShort(short: MoneyShort): Readonly<Record<string, unknown>> {
  switch (short.why) {
    case "too-little":
      return { needed: toReais(short.needed), ...presentTooLittle(short) }
    case "in-use":
      return { ...presentAvailable(short.balance), needed: toReais(short.needed) }
    case "searches-in-use":
      return { searches_reserved: short.searches }
    case "frozen":
    case "overdrawn":
      return {
        frozen: true,
        ...presentMeanwhile(short),
        ...(short.supportUrl === undefined ? {} : { support_url: short.supportUrl }),
      }
  }
}

/** An answer was arriving, and what came of it is charged. */
function presentMeanwhile(short: MoneyShort): Readonly<Record<string, unknown>> {
  return short.why === "frozen" && short.meanwhile ? { frozen_meanwhile: true } : {}
}
