import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as v from "valibot"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { capFields, samplings, toolUses } from "#core/gateway/model-abilities.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import { goodAts, modelKey, modelKinds, type ModelRow, sights } from "#core/models/model-row.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { providerIds } from "#core/providers/registry.ts"
import { isoDay, named, strict, text, wholeNumber } from "../../schemas.ts"

/** `config/models.json`: every model the program knows, with prices and where each fact was read. */
export const shippedModelFile = fileURLToPath(new URL("../../../config/models.json", import.meta.url))

/** Above 0: a price of nothing is a mistake, not a gift. Millionths of the currency's unit; no model costs a million. */
const amount = v.pipe(
  v.number("must be a number"),
  v.safeInteger("must be a whole number"),
  v.minValue(1, "must be above 0"),
  v.maxValue(1_000_000_000_000, "is beyond belief"),
)
const rates = { input: amount, cachedInput: v.optional(amount), cacheWrite: v.optional(amount), output: amount }
const dated = { from: v.optional(isoDay), currency: v.optional(v.picklist(["USD", "CNY"])) }
const tokenPrice = strict({
  ...dated,
  ...rates,
  above: v.optional(strict({ inputTokens: wholeNumber(1, Number.MAX_SAFE_INTEGER), ...rates })),
  searchCall: v.optional(amount),
})
const piecePrice = v.pipe(
  strict({
    ...dated,
    images: v.optional(named(text(1, 64), amount)),
    // A server of the operator's own may read aloud for nothing.
    speech: v.optional(v.union([v.literal(0), amount])),
    transcription: v.optional(amount),
    searchCall: v.optional(amount),
  }),
  v.check(
    ({ images, speech, transcription, searchCall }) =>
      [images, speech, transcription, searchCall].filter((price) => price !== undefined).length === 1,
    "must have input and output, or exactly one of images, speech, transcription and searchCall",
  ),
)
const price = v.lazy((unread): typeof tokenPrice | typeof piecePrice => (isOfTokens(unread) ? tokenPrice : piecePrice))

const tokens = wholeNumber(1, 100_000_000)
const month = v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/, "must be a month such as 2026-05"))
const id = v.pipe(
  text(1, 128),
  v.regex(/^(?!.*\.\.)[A-Za-z0-9][\w.:/-]*$/, "must be a model's id: letters, digits and . _ : / -"),
  v.check((id) => !(id in {}), "must be a model's id, and no word of the programming language"),
)
const rating = wholeNumber(1, 5)

const fields = {
  calledAs: v.optional(id),
  name: text(1, 80),
  kind: v.picklist(modelKinds),
  sees: v.optional(v.array(v.picklist(sights))),
  window: v.optional(tokens),
  inputMost: v.optional(tokens),
  outputMost: v.optional(tokens),
  knows: v.optional(month),
  efforts: v.optional(v.array(v.picklist(reasoningEfforts))),
  thinks: v.optional(v.boolean()),
  takes: v.optional(
    strict({
      sampling: v.optional(v.picklist(samplings)),
      tools: v.optional(v.picklist(toolUses)),
      forcedTool: v.optional(v.boolean()),
      structured: v.optional(v.boolean()),
      verbosity: v.optional(v.boolean()),
    }),
  ),
  capField: v.optional(v.picklist(capFields)),
  tokensPerText: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(10))),
  rating: v.optional(v.strictTuple([rating, rating])),
  goodAt: v.optional(v.picklist(goodAts)),
  prices: v.optional(v.array(price)),
  life: v.optional(
    strict({
      released: v.optional(isoDay),
      off: v.optional(v.nullable(isoDay)),
      gone: v.optional(v.boolean()),
      successors: v.optional(v.array(text(1, 160))),
    }),
  ),
  unconfirmed: v.optional(v.boolean()),
  unreached: v.optional(text(1, 300)),
  source: text(1, 300),
  read: isoDay,
}
const key = { provider: v.picklist(providerIds), id }

/** A whole row. An unknown field is a slip, and refused. */
export const modelRowSchema = strict({ ...key, ...fields })
/** Some fields of a row, as an operator gives them. */
export const rowFieldsSchema = strict({ ...v.partial(v.object(fields)).entries, ...key })

const modelFileSchema = v.object({
  read: isoDay,
  sources: named(v.string(), v.string()),
  models: v.array(v.unknown()),
})

/** The rows of a catalogue file; the error is one sentence that names the first bad row and field. */
export function parseModelFile(json: unknown): Result<readonly ModelRow[], string> {
  const file = v.safeParse(modelFileSchema, json)
  if (!file.success) return err(`is no catalogue of models: ${issueIn(file.issues)}`)
  const rows: ModelRow[] = []
  const seen = new Set<string>()
  for (const [at, unread] of file.output.models.entries()) {
    const row = v.safeParse(modelRowSchema, unread)
    if (!row.success) return err(`model ${at + 1}${nameIn(unread)}: ${issueIn(row.issues)}`)
    const name = modelKey(row.output.provider, row.output.id)
    if (seen.has(name)) return err(`${name} stands there twice`)
    seen.add(name)
    rows.push(row.output)
  }
  return ok(rows)
}

/** An operator's fields of a row; the error is one sentence that names the field. */
export function parseRowFields(json: unknown): Result<RowFields, string> {
  const row = v.safeParse(rowFieldsSchema, json)
  return row.success ? ok(row.output as RowFields) : err(issueIn(row.issues))
}

/** Throws a sentence that names the file: no server starts on a catalogue it cannot read. */
export function readModelFile(file: string = shippedModelFile): readonly ModelRow[] {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  const rows = parseModelFile(json)
  if (!rows.ok) throw new Error(`${file}: ${rows.error}`)
  return rows.value
}

function issueIn(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  // A sentence of ours says more than that a field is not known.
  const issue = issues.find(({ type }) => type === "check") ?? issues[0]
  const where = v.getDotPath(issue)
  return where === null ? issue.message : `${where}: ${issue.message}`
}

/** Whether a price is meant to be one of tokens: the error then names the fields of that form. */
function isOfTokens(unread: unknown): boolean {
  return typeof unread === "object" && unread !== null && ("input" in unread || "output" in unread)
}

function nameIn(row: unknown): string {
  return typeof row === "object" && row !== null && "id" in row && typeof row.id === "string" ? ` (${row.id})` : ""
}
