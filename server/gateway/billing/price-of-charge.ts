import { noUsage, type Usage } from "#core/gateway/usage.ts"
import type { Charge, LossAccount } from "#core/ledger/charge.ts"
import { priceOf } from "#core/ledger/price.ts"
import { type MicroReais, microReais } from "#core/lib/micro-reais.ts"
import type { Need } from "./billing.ts"

/** A cost of an answer that nobody paid, above 0, in micro-reais. */
export interface Loss {
  readonly account: LossAccount | "loss:overrun" | "loss:rerouted"
  readonly amount: MicroReais
}

/** The end of a run in micro-reais. */
export interface PricedCharge {
  /** By what the provider has told, whoever bears it, but for what is `absorbed`. */
  readonly claimed: MicroReais
  /** The most that may be charged to the user. */
  readonly owed: MicroReais
  /** Ours from the beginning. */
  readonly absorbed?: { readonly account: LossAccount | "loss:rerouted"; readonly amount: MicroReais }
}

/**
 * What an end costs the user who pays. Where the provider has answered with another model, that is the cheaper of the two;
 * what that one costs us beyond it is our loss. Of an end that nobody pays, what can be true of such a call is the loss that it
 * is; what is claimed beyond that is claimed, as of any end.
 */
export function priceOfCharge(charge: Charge, { model, rerouted }: Pick<Need, "model" | "rerouted">): PricedCharge {
  if (charge.kind === "void") {
    const { price } = rerouted ?? model
    const claimed = priceOf(toldIn(charge), price)
    const lost = priceOf(owedIn(charge), price)
    const absorbed = { account: charge.account ?? "loss:empty", amount: lost } as const
    return { claimed: microReais(claimed - lost), owed: microReais(0), ...(lost > 0 ? { absorbed } : {}) }
  }
  const asked = priceOf(charge.usage, model.price)
  const owed = owedIn(charge)
  const answered = rerouted === undefined ? asked : priceOf(charge.usage, rerouted.price)
  const owedThere = rerouted === undefined ? Infinity : priceOf(owed, rerouted.price)
  const loss = microReais(Math.max(0, answered - asked))
  return {
    claimed: microReais(Math.min(asked, answered)),
    owed: microReais(Math.min(priceOf(owed, model.price), owedThere)),
    ...(loss > 0 ? { absorbed: { account: "loss:rerouted", amount: loss } as const } : {}),
  }
}

/**
 * What an end costs us where its user pays nothing: the provider bills us for the model it answered with, whichever it was
 * asked for. `overrun`: what it has told beyond all that such a call can come to.
 */
export function priceForUs(
  charge: Charge,
  { model, rerouted }: Pick<Need, "model" | "rerouted">,
): { readonly cost: MicroReais; readonly overrun: MicroReais } {
  const { price } = rerouted ?? model
  const told = priceOf(toldIn(charge), price, { searchesInMoney: true })
  const cost = charge.owed === undefined ? told : priceOf(charge.owed, price, { searchesInMoney: true })
  return { cost, overrun: microReais(told - cost) }
}

/** The reported usage, or our count in its place. */
export function toldIn(charge: Charge): Usage {
  return (charge.kind === "settle" ? charge.usage : charge.lost) ?? noUsage
}

/** The plausible part of the reported usage: shown and recorded, whoever pays (0090). */
export function owedIn(charge: Charge): Usage {
  return charge.owed ?? toldIn(charge)
}

/** The losses of a bill. */
export function lossesOf(all: readonly Loss[]): { readonly losses?: readonly Loss[] } {
  const losses = all.filter(({ amount }) => amount > 0)
  return losses.length === 0 ? {} : { losses }
}
