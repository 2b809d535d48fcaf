import type { Brand } from "./brand.ts"

/**
 * Money: whole millionths of a real (1 crédito = R$ 1,00 = 1 000 000 micro-reais). Always a safe integer;
 * R$ 9 billion is the largest amount. Floats appear only where an amount is shown or put on the wire.
 */
export type MicroReais = Brand<number, "MicroReais">

export const microReaisPerReal = 1_000_000

/** An integer taken as micro-reais. Throws a RangeError when it is not a safe integer: such an amount is a bug, never input. */
export function microReais(amount: number): MicroReais {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in micro-reais: ${amount}`)
  return amount as MicroReais
}

/** The amount as a JSON number of reais with up to 6 decimals, as `saldo_*` and `_meta` carry it. */
export function toReais(amount: MicroReais): number {
  return amount / microReaisPerReal
}

/** The inverse of `toReais`; rounds what a float cannot hold. */
export function fromReais(reais: number): MicroReais {
  return microReais(Math.round(reais * microReaisPerReal))
}

/** A decimal text with up to 6 decimals ("20.00", "0.5") as an amount; undefined when it is anything else. */
export function parseReais(text: string): MicroReais | undefined {
  const match = /^([+-]?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = "0", fraction = ""] = match
  const amount = Number(whole) * microReaisPerReal + Number(fraction.padEnd(6, "0"))
  return microReais(sign === "-" && amount !== 0 ? -amount : amount)
}
