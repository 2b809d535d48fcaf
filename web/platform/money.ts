import { toReais, type MicroReais } from "#core/lib/micro-reais.ts"

/**
 * An amount as Brazilians write it, "R$ 18,42", in every language of the interface. An amount under a cent shows two
 * more digits instead of looking like nothing.
 */
export function presentMoney(amount: MicroReais, mostDigits = amount > 0 && amount < 10_000 ? 4 : 2): string {
  return toReais(amount).toLocaleString("pt-BR", {
    style: "currency",
    currency: "BRL",
    minimumFractionDigits: 2,
    maximumFractionDigits: mostDigits,
    roundingMode: "trunc",
  } as Intl.NumberFormatOptions)
}
