/*
 * Reads values out of stored JSON that anybody may have damaged: each gives the value where it is of its kind, else the
 * fallback. A field that is not named here is never read, so nothing strange gets in.
 */

export type StoredFields = Readonly<Record<string, unknown>>

/** The fields of a stored object; none where it is something else. */
export function fieldsOf(value: unknown): StoredFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as StoredFields) : {}
}

export function readFlag(value: unknown, fallback: boolean): boolean {
  return typeof value === "boolean" ? value : fallback
}

/** A text of at most `most` characters. */
export function readText(value: unknown, fallback: string, most = 2_000): string {
  return typeof value === "string" && value.length <= most ? value : fallback
}

/** One of a closed list. */
export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  return choices.find((choice) => choice === value) ?? fallback
}

/** A number from `least` to `most`, whole where asked for. */
export function readNumber(
  value: unknown,
  fallback: number,
  { least, most, whole = false }: { readonly least: number; readonly most: number; readonly whole?: boolean },
): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) return fallback
  return whole ? Math.floor(value) : value
}
