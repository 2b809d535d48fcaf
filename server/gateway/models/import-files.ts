import { existsSync } from "node:fs"
import { join } from "node:path"
import * as v from "valibot"
import { err, ok, type Result } from "#core/lib/result.ts"
import { indexRows, type RowIndex } from "#core/models/find-row.ts"
import { mergeFields, mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import { nameOf } from "#core/models/check-catalogue.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import type { Alias } from "./catalogue-state.ts"
import { type CatalogueBooks, hashOf } from "./catalogue-store.ts"
import { freshProblem } from "./fresh-problem.ts"
import { parseRowFields } from "./model-file.ts"
import { readSmallFile } from "./read-small-file.ts"
import { named, text } from "../../schemas.ts"

/** Files in `DATA_DIR` by which operators set prices and models before the database held them. */
export const importedFiles = ["prices.json", "models.json"] as const

export interface Imported {
  /** What was imported, a sentence each. */
  readonly news: readonly string[]
  /** Files that were not taken over, and why, a sentence each. The server goes on without them. */
  readonly problems: readonly string[]
}

interface FileContent {
  readonly rows: readonly RowFields[]
  readonly aliases: readonly Alias[]
}

/**
 * Takes the operator's files of earlier versions into the database, each content once: what was set since by a command is
 * not undone by the next start. A file that has changed is taken over again. One with a mistake is left alone as a whole.
 */
export async function importFiles(
  store: CatalogueBooks,
  dataDir: string,
  shipped: () => readonly ModelRow[],
): Promise<Imported> {
  const news: string[] = []
  const problems: string[] = []
  for (const name of importedFiles) {
    const file = join(dataDir, name)
    if (!existsSync(file)) continue
    const done = await importFile(store, name, file, shipped)
    if (!done.ok) problems.push(`${file} is not taken over: ${done.error}`)
    else if (done.value !== undefined) news.push(`${file} is taken over: ${done.value}`)
  }
  return { news, problems }
}

async function importFile(
  store: CatalogueBooks,
  name: (typeof importedFiles)[number],
  file: string,
  shipped: () => readonly ModelRow[],
): Promise<Result<string | undefined, string>> {
  const text = readSmallFile(file)
  if (!text.ok) return text
  const hash = hashOf(text.value)
  const { imported } = await store.read()
  if (imported.get(name) === hash) return ok(undefined)
  const content = parseImportedFile(name, text.value)
  if (!content.ok) return content
  return store.change(async (state, write) => {
    const own = new Map(state.own.map((row) => [modelKey(row.provider, row.id), row]))
    const changed = content.value.rows.map((row) => {
      const before = own.get(modelKey(row.provider, row.id))
      return before ? mergeFields(before, row) : row
    })
    const aliases = [
      ...state.aliases.filter(({ asked }) => !isIn(content.value.aliases, asked)),
      ...content.value.aliases,
    ]
    const fresh = freshProblem(shipped(), state, { rows: [...state.rows, ...changed], aliases })
    if (fresh !== undefined) return err(fresh)
    for (const row of changed) await write.putRow(row)
    for (const alias of content.value.aliases) await write.putAlias(alias)
    await write.markImported(name, hash)
    const again = imported.has(name) ? "it has changed since the last time; " : ""
    const taken = `${again}${changed.length} models, ${content.value.aliases.length} aliases`
    const index = indexRows(mergeRows(shipped(), [...state.rows, ...changed]))
    return ok([taken, ...changed.flatMap((row) => deadSuccessors(row, index))].join("; "))
  })
}

/** Allowed, for the chain goes on behind it, and hardly meant. */
function deadSuccessors({ provider, id, life }: RowFields, index: RowIndex): readonly string[] {
  const dead = (life?.successors ?? []).filter((successor) => index.named(successor, provider)?.life?.gone === true)
  return dead.map((successor) => `${nameOf({ provider, id })} is followed by ${successor}, which is gone itself`)
}

function isIn(aliases: readonly Alias[], asked: string): boolean {
  return aliases.some((alias) => alias.asked === asked)
}

/** The rows of one of the files; the error is one sentence that names the first mistake. */
export function parseImportedFile(name: (typeof importedFiles)[number], text: string): Result<FileContent, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return err("it is no JSON")
  }
  return name === "prices.json" ? parsePrices(json) : parseModels(json)
}

const priceFile = v.object({ prices: v.array(v.looseObject({ provider: v.string(), model: v.string() })) })
const modelsFile = v.strictObject({
  models: v.array(v.unknown()),
  aliases: v.optional(named(text(1, 128), text(1, 160)), {}),
})

/** Rows as `prices set` wrote them: `{provider, model, …rates, source, date}`. */
function parsePrices(json: unknown): Result<FileContent, string> {
  const file = v.safeParse(priceFile, json)
  if (!file.success) return err("it is no list of prices")
  return eachRow(file.output.prices, ({ provider, model, source, date, ...price }) => ({
    provider,
    id: model,
    ...kindOf(price),
    prices: [price],
    source,
    read: date,
  }))
}

/** Models priced by the piece are not chat models. */
function kindOf(price: object): object {
  if ("images" in price) return { kind: "image" }
  if ("speech" in price) return { kind: "speech" }
  if ("transcription" in price) return { kind: "transcription" }
  return "searchCall" in price && !("input" in price) ? { kind: "search" } : {}
}

function parseModels(json: unknown): Result<FileContent, string> {
  const file = v.safeParse(modelsFile, Array.isArray(json) ? { models: json } : json)
  if (!file.success) return err('it is no catalogue: {"models": [{"provider": …, "id": …, …}], "aliases": {…}}')
  const aliases = Object.entries(file.output.aliases).map(([asked, called]) => ({ asked, called }))
  const parsed = eachRow(file.output.models, (row) => row)
  return parsed.ok ? ok({ ...parsed.value, aliases }) : parsed
}

function eachRow<Row>(unread: readonly Row[], fieldsOf: (row: Row) => unknown): Result<FileContent, string> {
  const rows: RowFields[] = []
  const seen = new Set<string>()
  for (const [at, one] of unread.entries()) {
    const row = parseRowFields(fieldsOf(one))
    if (!row.ok) return err(`row ${at + 1}: ${row.error}`)
    const key = modelKey(row.value.provider, row.value.id)
    if (seen.has(key)) return err(`${key} stands there twice`)
    seen.add(key)
    rows.push(row.value)
  }
  return ok({ rows, aliases: [] })
}
