import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { z } from "zod"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { capFields, samplings, toolUses } from "#core/gateway/model-abilities.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import { goodAts, modelKey, modelKinds, type ModelRow, sights } from "#core/models/model-row.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { providerIds } from "#core/providers/registry.ts"

/** `config/models.json`: every model the program knows, with prices and where each fact was read. */
export const shippedModelFile = fileURLToPath(new URL("../../../config/models.json", import.meta.url))

/** Above 0: a price of nothing is a mistake, not a gift. Millionths of the currency's unit; no model costs a million. */
const amount = z.int("must be a whole number").positive("must be above 0").max(1_000_000_000_000, "is beyond belief")
const rates = { input: amount, cachedInput: amount.optional(), cacheWrite: amount.optional(), output: amount }
const dated = { from: z.iso.date().optional(), currency: z.enum(["USD", "CNY"]).optional() }
const tokenPrice = z.strictObject({
  ...dated,
  ...rates,
  above: z.strictObject({ inputTokens: z.int().positive(), ...rates }).optional(),
  searchCall: amount.optional(),
})
const piecePrice = z
  .strictObject({
    ...dated,
    images: z.record(z.string().min(1).max(64), amount).optional(),
    speech: amount.optional(),
    searchCall: amount.optional(),
  })
  .refine(
    ({ images, speech, searchCall }) =>
      [images, speech, searchCall].filter((price) => price !== undefined).length === 1,
    "must have input and output, or exactly one of images, speech and searchCall",
  )
const price = z.union([tokenPrice, piecePrice])

const tokens = z.int().positive().max(100_000_000)
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/, "must be a month such as 2026-05")
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!.*\.\.)[A-Za-z0-9][\w.:/-]*$/, "must be a model's id: letters, digits and . _ : / -")
  .refine((id) => !(id in {}), "must be a model's id, and no word of the programming language")
const rating = z.int().min(1).max(5)

const fields = {
  calledAs: id.optional(),
  name: z.string().min(1).max(80),
  kind: z.enum(modelKinds),
  sees: z.array(z.enum(sights)).optional(),
  window: tokens.optional(),
  inputMost: tokens.optional(),
  outputMost: tokens.optional(),
  knows: month.optional(),
  efforts: z.array(z.enum(reasoningEfforts)).optional(),
  thinks: z.boolean().optional(),
  takes: z
    .strictObject({
      sampling: z.enum(samplings).optional(),
      tools: z.enum(toolUses).optional(),
      forcedTool: z.boolean().optional(),
      structured: z.boolean().optional(),
      verbosity: z.boolean().optional(),
    })
    .optional(),
  capField: z.enum(capFields).optional(),
  tokensPerText: z.number().min(0.1).max(10).optional(),
  rating: z.tuple([rating, rating]).optional(),
  goodAt: z.enum(goodAts).optional(),
  prices: z.array(price).optional(),
  life: z
    .strictObject({
      released: z.iso.date().optional(),
      off: z.iso.date().nullable().optional(),
      gone: z.boolean().optional(),
      successors: z.array(z.string().min(1).max(160)).optional(),
    })
    .optional(),
  unconfirmed: z.boolean().optional(),
  unreached: z.string().min(1).max(300).optional(),
  source: z.string().min(1).max(300),
  read: z.iso.date(),
}
const key = { provider: z.enum(providerIds), id }

/** A whole row. An unknown field is a slip, and refused. */
export const modelRowSchema = z.strictObject({ ...key, ...fields })
/** Some fields of a row, as an operator gives them. */
export const rowFieldsSchema = z
  .strictObject({ ...key, ...fields })
  .partial()
  .required({ provider: true, id: true })

const modelFileSchema = z.object({
  read: z.iso.date(),
  sources: z.record(z.string(), z.string()),
  models: z.array(z.unknown()),
})

/** The rows of a catalogue file; the error is one sentence that names the first bad row and field. */
export function parseModelFile(json: unknown): Result<readonly ModelRow[], string> {
  const file = modelFileSchema.safeParse(json)
  if (!file.success) return err(`is no catalogue of models: ${issueIn(file.error)}`)
  const rows: ModelRow[] = []
  const seen = new Set<string>()
  for (const [at, unread] of file.data.models.entries()) {
    const row = modelRowSchema.safeParse(unread)
    if (!row.success) return err(`model ${at + 1}${nameIn(unread)}: ${issueIn(row.error)}`)
    const name = modelKey(row.data.provider, row.data.id)
    if (seen.has(name)) return err(`${name} stands there twice`)
    seen.add(name)
    rows.push(row.data)
  }
  return ok(rows)
}

/** An operator's fields of a row; the error is one sentence that names the field. */
export function parseRowFields(json: unknown): Result<RowFields, string> {
  const row = rowFieldsSchema.safeParse(json)
  return row.success ? ok(row.data as RowFields) : err(issueIn(row.error))
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

function issueIn(error: z.ZodError): string {
  // A sentence of ours says more than that a field is not known.
  const issue = error.issues.find(({ code }) => code === "custom") ?? error.issues[0]
  return issue === undefined ? "" : textOf(issue, "")
}

/** Of what may have several forms, the form it comes nearest to says what is wrong with it. */
function textOf(issue: z.core.$ZodIssue, place: string): string {
  const where = [place, ...issue.path.map(String)].filter((part) => part !== "").join(".")
  const forms = issue.code === "invalid_union" ? issue.errors : []
  const isOther = (form: readonly z.core.$ZodIssue[]) => form.some(({ code }) => code === "unrecognized_keys")
  const nearest = (forms.find((form) => !isOther(form)) ?? forms[0])?.[0]
  if (nearest !== undefined) return textOf(nearest, where)
  return where === "" ? issue.message : `${where}: ${issue.message}`
}

function nameIn(row: unknown): string {
  return typeof row === "object" && row !== null && "id" in row && typeof row.id === "string" ? ` (${row.id})` : ""
}
