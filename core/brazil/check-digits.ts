/*
 * The check digits of Brazilian numbers. A CNPJ may have letters in its first twelve places since 2026; a letter counts as
 * its place in ASCII less that of the zero (Receita Federal, Nota Técnica 49/2024).
 */

/** A CNPJ without signs and in capitals; undefined where it is none, or its check digits are wrong. */
export function parseCnpj(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s./\u2010-\u2015-]/g, "")
  if (!/^[0-9A-Z]{12}\d{2}$/.test(plain) || /^(.)\1{13}$/.test(plain)) return undefined
  const first = checkDigit(plain.slice(0, 12))
  const second = checkDigit(plain.slice(0, 12) + first)
  return plain.endsWith(`${first}${second}`) ? plain : undefined
}

/** Weights from 2 to 9, from the right. */
function checkDigit(places: string): number {
  let sum = 0
  for (let at = 0; at < places.length; at++) {
    const weight = 2 + ((places.length - 1 - at) % 8)
    sum += (places.charCodeAt(at) - 48) * weight
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** A CEP as eight digits; undefined for anything else. Its zeros are part of it: it is no number. */
export function parseCep(text: string): string | undefined {
  const plain = text.replaceAll(/[\s.\u2010-\u2015-]/g, "")
  return /^\d{8}$/.test(plain) && plain !== "00000000" ? plain : undefined
}

/** `01310-930` */
export function writtenCep(cep: string): string {
  return `${cep.slice(0, 5)}-${cep.slice(5)}`
}

/** `12.ABC.345/01DE-35` */
export function writtenCnpj(cnpj: string): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`
}
