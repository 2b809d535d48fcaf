import { splitModelName } from "./custom-models.ts"
import { providerNames } from "../providers/registry.ts"
import { indexRows, type RowIndex } from "./find-row.ts"
import { modelKey, type ModelRow } from "./model-row.ts"

interface Alias {
  readonly asked: string
  readonly called: string
}

/**
 * The errors of a catalogue and its aliases, a sentence each. The schema checks single rows; this checks how they
 * relate.
 */
export function catalogueProblems(rows: readonly ModelRow[], aliases: readonly Alias[]): readonly string[] {
  const index = indexRows(rows)
  return [
    ...twins(rows),
    ...rows.flatMap(unorderedPrices),
    ...rows.flatMap(offBeforeReleased),
    ...rows.flatMap((row) => lostSuccessors(row, index)),
    ...circles(rows, index),
    ...aliasProblems(aliases, index),
  ]
}

/** Allowed but useless entries: a model that is gone and whose successors are all gone. */
export function catalogueWarnings(rows: readonly ModelRow[]): readonly string[] {
  const index = indexRows(rows)
  return rows.flatMap((row) => {
    const after = chainBehind(row, index)
    if (row.life?.gone !== true || after.length === 0 || after.some(({ life }) => life?.gone !== true)) return []
    return [`${nameOf(row)} is gone, and so is all that follows it (${after.map(({ id }) => id).join(", ")})`]
  })
}

/** "gpt-5 (OpenAI)" */
export function nameOf({ id, provider }: Pick<ModelRow, "id" | "provider">): string {
  return `${id} (${providerNames[provider]})`
}

function twins(rows: readonly ModelRow[]): readonly string[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const key = modelKey(row.provider, row.id)
    if (seen.has(key)) return [`${nameOf(row)} stands in the catalogue twice`]
    seen.add(key)
    return []
  })
}

function unorderedPrices(row: ModelRow): readonly string[] {
  const starts = (row.prices ?? []).map(({ from }) => from ?? "")
  const isOrdered = starts.every((from, at) => at === 0 || from > (starts[at - 1] ?? ""))
  return isOrdered ? [] : [`${nameOf(row)}: its prices are not in the order of the days they begin`]
}

function offBeforeReleased(row: ModelRow): readonly string[] {
  const { released, off } = row.life ?? {}
  if (released === undefined || off == null || off >= released) return []
  return [`${nameOf(row)} would be switched off (${off}) before it was released (${released})`]
}

function lostSuccessors(row: ModelRow, index: RowIndex): readonly string[] {
  return (row.life?.successors ?? []).flatMap((successor) => {
    const next = index.named(successor, row.provider)
    if (next === undefined) return [`${nameOf(row)}: its successor ${successor} is no model of the catalogue`]
    return next === row ? [`${nameOf(row)} would follow itself`] : []
  })
}

/** Each cycle once, written from its model that comes first in the catalogue. */
function circles(rows: readonly ModelRow[], index: RowIndex): readonly string[] {
  const told = new Set<ModelRow>()
  return rows.flatMap((row) => {
    const way = told.has(row) ? undefined : wayBack(row, row, index, new Set())
    if (way === undefined || way.length < 2) return []
    for (const one of way) told.add(one)
    return [`successors run in a circle: ${[...way, row].map(({ id }) => id).join(" → ")}`]
  })
}

/** The models on a path from `from` back to `goal`, `from` first. */
function wayBack(
  goal: ModelRow,
  from: ModelRow,
  index: RowIndex,
  seen: Set<ModelRow>,
): readonly ModelRow[] | undefined {
  seen.add(from)
  for (const next of successorsOf(from, index)) {
    if (next === goal) return [from]
    const rest = seen.has(next) ? undefined : wayBack(goal, next, index, seen)
    if (rest !== undefined) return [from, ...rest]
  }
  return undefined
}

function chainBehind(row: ModelRow, index: RowIndex, seen = new Set<ModelRow>([row])): readonly ModelRow[] {
  return successorsOf(row, index).flatMap((next) => {
    if (seen.has(next)) return []
    seen.add(next)
    return [next, ...chainBehind(next, index, seen)]
  })
}

function successorsOf({ life, provider }: ModelRow, index: RowIndex): readonly ModelRow[] {
  return (life?.successors ?? []).map((name) => index.named(name, provider)).filter((row) => row !== undefined)
}

function aliasProblems(aliases: readonly Alias[], index: RowIndex): readonly string[] {
  const calledBy = new Map(aliases.map(({ asked, called }) => [asked, splitModelName(called).name]))
  const told = new Set<string>()
  return aliases.flatMap(({ asked, called }) => {
    const { name, provider } = splitModelName(called)
    if (provider === "unknown") return [`the alias ${asked} calls ${called}, a provider nobody knows`]
    if (name === asked) return [`the alias ${asked} calls itself`]
    const way = told.has(asked) ? [] : aliasLoop(asked, calledBy)
    for (const one of way) told.add(one)
    if (way.length > 0) return [`aliases run in a circle: ${[...way, asked].join(" → ")}`]
    const isKnown = calledBy.has(name) || index.named(called) !== undefined
    return isKnown ? [] : [`the alias ${asked} calls ${called}, which is no model of the catalogue`]
  })
}

/** The names of the cycle that an alias is part of; empty without one. */
function aliasLoop(asked: string, calledBy: ReadonlyMap<string, string>): readonly string[] {
  const way = [asked]
  for (let at = calledBy.get(asked); at !== undefined && way.length <= calledBy.size; at = calledBy.get(at)) {
    if (at === asked) return way
    way.push(at)
  }
  return []
}
