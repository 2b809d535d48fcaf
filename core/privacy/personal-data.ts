/** Numbers in a text that belong to a person, and where they stand. */
export interface PersonalNumber {
  readonly kind: "cpf" | "card" | "phone"
  readonly from: number
  readonly to: number
}

/** A Brazilian telephone as people and messengers write it: the country, the area in brackets or not, eight or nine digits. */
const phones = /(?<![\d.,+-])(?:\+55[ .-]?)?(?:\(\d{2}\)|\d{2})[ .-]?9?\d{4}[ .-]?\d{4}(?![\d-])/g

/** What names a number as a telephone. */
const named = /(?:fone|celular|whats|whatsapp|\btel|\bcel|\bzap)\W{0,12}$/i

/**
 * Finds what looks like a CPF, a card number or a Brazilian telephone. Only numbers whose check digits are right count, and bare
 * digits only where the text names what they are: order numbers are everywhere.
 */
export function findPersonalNumbers(written: string): readonly PersonalNumber[] {
  const { text, placeOf } = asRead(written)
  return foundIn(text).map(({ kind, from, to }) => ({ kind, from: placeOf(from), to: placeOf(to - 1) + 1 }))
}

/** Signs of Markdown that nobody sees where it is shown, and others without a width; between two digits only those that mean nothing else. */
const unseen = /\*{2,3}|_{2,3}|~~|\\(?=[-.()+])|[\u{ad}\u{200b}-\u{200d}\u{2060}\u{feff}]|(?<!\d)[*_`]|[*_`](?!\d)/gu

/**
 * A text as it is read where it is shown, with one kind of dashes and of spaces. `placeOf`: where a sign of that stands in what was written,
 * to be asked for one sign after the other.
 */
function asRead(written: string): { readonly text: string; readonly placeOf: (at: number) => number } {
  const leftOut: { readonly at: number; readonly length: number }[] = []
  let before = 0
  const seen = written.replace(unseen, (signs, place: number) => {
    leftOut.push({ at: place - before, length: signs.length })
    before += signs.length
    return ""
  })
  let [next, passed] = [0, 0]
  return {
    text: seen.replaceAll(/[\u2010-\u2015\u2212]/g, "-").replaceAll(/[\u00a0\u2000-\u200a\u202f]/g, " "),
    placeOf(at) {
      for (let gap = leftOut[next]; gap !== undefined && gap.at <= at; gap = leftOut[next]) {
        passed += gap.length
        next += 1
      }
      return at + passed
    },
  }
}

function foundIn(text: string): readonly PersonalNumber[] {
  const found: PersonalNumber[] = []
  for (const match of text.matchAll(/(?<![\d.-])\d(?:[ .-]?\d){10,18}(?![\d-])/g)) {
    const [written] = match
    const digits = written.replaceAll(/\D/g, "")
    const kind = kindOf(written, digits, text.slice(Math.max(0, match.index - 24), match.index))
    if (kind !== undefined) found.push({ kind, from: match.index, to: match.index + written.length })
  }
  for (const match of text.matchAll(phones)) {
    const from = match.index
    const to = from + match[0].length
    const before = text.slice(Math.max(0, from - 24), from)
    const isSure = /^[+(]|^\d\d 9\d{4}-/.test(match[0]) || named.test(before)
    if (isSure && !found.some((one) => one.from < to && from < one.to)) found.push({ kind: "phone", from, to })
  }
  return found.toSorted((a, b) => a.from - b.from)
}

/** How many different numbers of each kind stand in some texts, however often each is said. */
export function countPersonalNumbers(texts: readonly string[]): Readonly<Record<PersonalNumber["kind"], number>> {
  const found = { cpf: new Set<string>(), card: new Set<string>(), phone: new Set<string>() }
  for (const text of texts) {
    for (const { kind, from, to } of findPersonalNumbers(text))
      found[kind].add(text.slice(from, to).replaceAll(/\D/g, ""))
  }
  return { cpf: found.cpf.size, card: found.card.size, phone: found.phone.size }
}

/** The text with a dot in the place of every digit of such a number. Stars would be Markdown. */
export function hidePersonalNumbers(text: string): string {
  let hidden = ""
  let at = 0
  for (const { from, to } of findPersonalNumbers(text)) {
    hidden += text.slice(at, from) + text.slice(from, to).replaceAll(/\d/g, "•")
    at = to
  }
  return hidden + text.slice(at)
}

function kindOf(written: string, digits: string, before: string): PersonalNumber["kind"] | undefined {
  if (digits.length === 11) {
    const isWrittenAsCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(written)
    return (isWrittenAsCpf || /cpf\W{0,12}$/i.test(before)) && isCpf(digits) ? "cpf" : undefined
  }
  const isGrouped = /^\d{4}[ .-]\d{4}[ .-]\d{4}[ .-]\d{1,7}$/.test(written) || /^\d{4} \d{6} \d{4,5}$/.test(written)
  const isNamed = /cart(?:ão|ao)\W{0,12}$/i.test(before)
  return digits.length >= 13 && /^[3-6]/.test(digits) && (isGrouped || isNamed) && passesLuhn(digits)
    ? "card"
    : undefined
}

/** Receita Federal: two check digits, each a weighted sum modulo 11; eleven equal digits are none. */
function isCpf(digits: string): boolean {
  if (/^(\d)\1{10}$/.test(digits)) return false
  return [9, 10].every((length) => {
    let sum = 0
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (length + 1 - at)
    return ((sum * 10) % 11) % 10 === Number(digits[length])
  })
}

/** ISO/IEC 7812: every second digit from the right counts twice. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const counted = at % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
