import { parseReais, type MicroReais } from "#core/lib/micro-reais.ts"

/** A mistake in the command itself: told with the usage, exit 2. */
export class UsageError extends Error {}

/**
 * A command line taken apart: `--name value` and `--name=value` are options, flags stand alone, the rest are words. "-5" is
 * a word.
 */
export interface Arguments {
  readonly words: readonly string[]
  readonly options: ReadonlyMap<string, string>
  readonly flags: ReadonlySet<string>
  readonly json: boolean
}

const flagNames: ReadonlySet<string> = new Set(["all", "remove", "keys", "write", "yes"])
/** Given several times, its values are joined by commas. */
const listNames: ReadonlySet<string> = new Set(["accept"])

export function parseArguments(args: readonly string[]): Arguments {
  const words: string[] = []
  const options = new Map<string, string>()
  const flags = new Set<string>()
  let json = false
  // Asked for in any of its spellings and anywhere in the line, help is given and nothing is done.
  if (args.some((arg) => arg === "--help" || arg === "-h"))
    return { words: ["help"], options, flags, json: args.includes("--json") }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ""
    if (!arg.startsWith("--")) {
      words.push(arg)
      continue
    }
    const [name, inline] = splitOnce(arg.slice(2), "=")
    if (name === "json" && inline === undefined) {
      json = true
      continue
    }
    if (flagNames.has(name) && inline === undefined) {
      flags.add(name)
      continue
    }
    const value = inline ?? args[++i]
    if (value === undefined) throw new UsageError(`--${name} needs a value`)
    const before = options.get(name)
    if (before !== undefined && !listNames.has(name)) throw new UsageError(`--${name} is given twice`)
    options.set(name, before === undefined ? value : `${before},${value}`)
  }
  return { words, options, flags, json }
}

/** The words after the command, by name; refuses missing and surplus ones and unknown options. */
export function expectShape(
  args: Arguments,
  shape: { readonly words: readonly string[]; readonly options: readonly string[]; readonly flags?: readonly string[] },
): Readonly<Record<string, string>> {
  const [missing] = shape.words.slice(args.words.length)
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const [surplus] = args.words.slice(shape.words.length)
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is not expected here`)
  for (const name of args.flags)
    if (shape.flags?.includes(name) !== true) throw new UsageError(`--${name} is not an option of this command`)
  for (const name of args.options.keys())
    if (!shape.options.includes(name)) throw new UsageError(`--${name} is not an option of this command`)
  return Object.fromEntries(shape.words.map((name, index) => [name, args.words[index] ?? ""]))
}

/** An amount in reais with up to 6 decimals. */
export function amountOf(text: string, name: string, { negative = false } = {}): MicroReais {
  const amount = parseReais(text)
  if (amount === undefined || (amount < 0 && !negative))
    throw new UsageError(`${name} must be an amount in reais such as 20.00, with at most 6 decimals: "${text}"`)
  return amount
}

/** A whole number within bounds. */
export function wholeOf(text: string, name: string, least: number, most: number): number {
  const value = /^[+-]?\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}: "${text}"`)
  return value
}

/** A price in US dollars with up to 6 decimals, as whole micro-dollars; above 0. */
export function microDollarsOf(text: string, name: string, { least = 1 } = {}): number {
  const amount = parseReais(text)
  if (amount === undefined || amount < least)
    throw new UsageError(`${name} must be a price in US dollars above 0 such as 1.25: "${text}"`)
  return amount
}

export function oneOf<const Value extends string>(
  text: string | undefined,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) {
    const said = text === undefined ? "" : `, not "${text.slice(0, 40)}"`
    throw new UsageError(`${name} must be ${values.join(" or ")}${said}`)
  }
  return found
}

/** Values separated by commas; none for an empty text. */
export function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function dayOf(text: string, name: string): string {
  const at = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new UsageError(`${name} must be a day such as 2026-12-11: "${text}"`)
  return text
}

/** Without the blanks around it. */
export function requiredOption(args: Arguments, name: string): string {
  const value = args.options.get(name)?.trim() ?? ""
  if (value === "") throw new UsageError(`--${name} is missing`)
  return value
}

/** The reference of a payment, as `/api/admin` takes it: what differs by a blank alone is the same payment. */
export function referenceOf(args: Arguments): string {
  return lineOf(requiredOption(args, "ref"), "--ref", 200)
}

/** One line of at most so many characters; PostgreSQL keeps no NUL. */
export function lineOf(text: string, name: string, most: number): string {
  if (text.length > most) throw new UsageError(`${name} must have at most ${most} characters`)
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${name} must be one line of text`)
  return text
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
