import { parseReais, toReais, type MicroReais } from "#core/lib/micro-reais.ts"

/**
 * An amount as Brazilians write it, "R$ 0,02", in every language of the interface. Under a cent it shows more digits
 * instead of looking like nothing.
 */
export function formatMoney(amount: MicroReais, mostDigits = digitsFor(amount)): string {
  return format(amount, mostDigits, "halfExpand")
}

/** Formats a change with its sign: "+R$ 20,00", "−R$ 0,03", and "R$ 0,00" for nothing. */
export function formatSigned(amount: MicroReais): string {
  const size = formatMoney(Math.abs(amount) as MicroReais)
  return amount === 0 ? size : `${amount > 0 ? "+" : "−"}${size}`
}

/** Formats a balance to the cent, never rounded up. */
export function formatBalance(amount: MicroReais): string {
  return format(amount, digitsFor(amount), "trunc")
}

/** Formats what must be reserved to the cent, never rounded down. */
export function formatReserve(amount: MicroReais): string {
  return format(amount, digitsFor(amount), "ceil")
}

/** An amount as people type it ("0,50", "R$ 1.234,5", "2"); undefined when it is none. Never negative. */
export function parseMoney(text: string): MicroReais | undefined {
  const plain = text.replace(/R\$/i, "").replace(/\s/g, "")
  const decimal = plain.includes(",") ? plain.replaceAll(".", "").replace(",", ".") : plain
  return /^\d/.test(decimal) ? parseReais(decimal) : undefined
}

/** An amount as one would type it again: "0,50", "12,00", "0,005". */
export function typedMoney(amount: MicroReais): string {
  return toReais(amount).toLocaleString("pt-BR", {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
}

function digitsFor(amount: MicroReais): number {
  const size = Math.abs(amount)
  if (size === 0 || size >= 10_000) return 2
  return size >= 100 ? 4 : 6
}

function format(amount: MicroReais, mostDigits: number, roundingMode: "halfExpand" | "trunc" | "ceil"): string {
  return toReais(amount).toLocaleString("pt-BR", {
    style: "currency",
    currency: "BRL",
    minimumFractionDigits: 2,
    maximumFractionDigits: mostDigits,
    // ES2023; a browser without it rounds to the nearest.
    roundingMode,
  } as Intl.NumberFormatOptions)
}
