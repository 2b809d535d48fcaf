import { anyPicture, editedPicture } from "#core/ledger/picture-price.ts"
import { ok } from "#core/lib/result.ts"
import { keptText } from "#core/models/untold-rates.ts"
import { type Arguments, expectShape, lineOf, microDollarsOf, oneOf, requiredOption, UsageError } from "./arguments.ts"
import { answered, type Command } from "./command.ts"
import type { NewPiecePrice, PriceChange, PriceListView } from "./price-operations.ts"
import { table } from "./table.ts"

/** `prices …` as something to do. Throws a UsageError before anything is touched. */
export function pricesCommand(verb: string, args: Arguments): Command {
  const known = oneOf(verb, "prices", ["list", "set", "refresh"])
  if (known === "set") return setPriceCommand(args)
  expectShape(args, { words: [], options: [] })
  if (known === "list") {
    return async ({ prices }) => {
      const list = await prices.list()
      return ok({ json: list, text: priceTable(list) })
    }
  }
  return async ({ prices }) =>
    answered(await prices.refresh(), ({ changed, missing }) =>
      [
        ...changed.map((price) => `changed  ${price}`),
        ...missing.map((price) => `unknown  ${price}`),
        `${changed.length} changed in config/models.json, which comes with the program`,
      ].join("\n"),
    )
}

function setPriceCommand(args: Arguments): Command {
  const { PROVIDER = "", MODEL = "" } = expectShape(args, {
    words: ["PROVIDER", "MODEL"],
    options: ["input", "output", "cached", "cache-write", "search", "picture", "speech", "transcription", "source"],
  })
  const set = ({ kept }: PriceChange) =>
    [
      `${MODEL} (${PROVIDER}) is set; a running server takes it at once`,
      ...(kept.length > 0 ? [keptText(kept)] : []),
    ].join("\n")
  const source = lineOf(args.options.get("source") ?? "set by the operator", "--source", 300)
  const per = piecePriceOf(args)
  if (per)
    return async ({ prices }) => answered(await prices.setPiece({ provider: PROVIDER, model: MODEL, per, source }), set)
  const optional = (option: string, field: string) => {
    const text = args.options.get(option)
    return text === undefined ? {} : { [field]: microDollarsOf(text, `--${option}`) }
  }
  const price = {
    provider: PROVIDER,
    model: MODEL,
    input: microDollarsOf(requiredOption(args, "input"), "--input"),
    output: microDollarsOf(requiredOption(args, "output"), "--output"),
    ...optional("cached", "cachedInput"),
    ...optional("cache-write", "cacheWrite"),
    ...optional("search", "searchCall"),
    source,
  }
  return async ({ prices }) => answered(await prices.set(price), set)
}

/** A price by the piece; undefined where there is none among the options. One model has one kind of price. */
function piecePriceOf({ options }: Arguments): NewPiecePrice["per"] | undefined {
  const pieces = ["picture", "speech", "transcription"].filter((name) => options.has(name))
  const others = [...options.keys()].filter((name) => name !== "source" && name !== pieces[0])
  if (pieces.length > 0 && others.length > 0)
    throw new UsageError(`--${pieces[0]} is a price of its own: it has no --${others.join(", --")} beside it`)
  const picture = options.get("picture")
  const speech = options.get("speech")
  if (picture !== undefined) return { images: pricesOfPictures(picture) }
  if (speech !== undefined) return { speech: microDollarsOf(speech, "--speech", { least: 0 }) }
  const minute = options.get("transcription")
  return minute === undefined ? undefined : { transcription: microDollarsOf(minute, "--transcription") }
}

/**
 * One price for all pictures, or one for each size and quality, and that of a picture that is edited:
 * "1024x1024 medium=0.034, 1536x1024 medium=0.051, edited=0.015".
 */
function pricesOfPictures(text: string): Readonly<Record<string, number>> {
  if (!text.includes("=")) return { [anyPicture]: microDollarsOf(text, "--picture") }
  const prices = new Map<string, number>()
  for (const part of text.split(",")) {
    const [, said = "", dollars = ""] = /^\s*(\d{2,5}x\d{2,5}\s+[a-z]+|edited)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    const name = said.split(/\s+/).join(" ")
    if (name === "")
      throw new UsageError(`--picture must be a price, or sizes such as "1024x1024 medium=0.034": "${part.trim()}"`)
    if (prices.has(name)) throw new UsageError(`--picture names "${name}" twice`)
    prices.set(name, microDollarsOf(dollars, "--picture"))
  }
  if (prices.size === 1 && prices.has(editedPicture))
    throw new UsageError("--picture must have the price of a picture that is made besides that of one that is edited")
  return Object.fromEntries(prices)
}

function priceTable(list: PriceListView): string {
  const units = new Map([
    ["input", "R$/M in"],
    ["cached", "R$/M cached"],
    ["output", "R$/M out"],
  ])
  const rows = list.prices.map(({ provider, model, reais: each, source, date }) => {
    const others = Object.entries(each).filter(([unit]) => !units.has(unit))
    const tokens = [...units.keys()].map((unit) => each[unit]?.toFixed(4) ?? "")
    return [provider, model, ...tokens, date, source, others.map(([unit, price]) => `${unit} ${price}`).join(", ")]
  })
  const head = ["provider", "model", ...units.values(), "date", "source", "R$ other"]
  const notes = [
    `version ${list.version}, R$ ${list.fxBrlPerUsd} per US$, margin ${list.margin}`,
    ...list.problems.map(({ message }) => message),
  ]
  return `${table(head, rows)}\n\n${notes.join("\n")}`
}
