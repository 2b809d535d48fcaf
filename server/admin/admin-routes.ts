import { z } from "zod"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { modelKinds, sights } from "#core/models/model-row.ts"
import { microReais, microReaisPerReal, parseReais } from "#core/lib/micro-reais.ts"
import type { Result } from "#core/lib/result.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply, noStore, type Reply } from "../http/reply.ts"
import { createRoutes, type Route } from "../http/routes.ts"
import { entriesCsv } from "./entries-csv.ts"
import type { ModelOperations } from "./model-operations.ts"
import { mostCodes, type Operations, type Refusal } from "./operations.ts"
import type { PriceOperations } from "./price-operations.ts"

const longestBody = 256 * 1024

/** Reais as a JSON number or as a decimal text, with at most 6 decimals. */
const reais = z.union([z.string(), z.number()]).transform((value, context) => {
  const amount = parseReais(typeof value === "number" ? decimal(value) : value)
  if (amount !== undefined) return amount
  context.addIssue({ code: "custom", message: "must be an amount in reais with at most 6 decimals" })
  return z.NEVER
})
const account = z.string().min(1).max(512)
/** One line that every database can keep: PostgreSQL has no NUL in a text. */
const line = z.string().regex(/^\P{Cc}*$/u, "must be one line of text")
const ref = line.trim().min(1).max(200)
const createBody = z.strictObject({
  kind: z.enum(["premium", "free"]),
  credit: reais.refine((amount) => amount >= 0, "must not be negative").default(microReais(0)),
  calls: z.int().min(0).max(1_000_000_000).default(0),
  label: line.max(200).default(""),
  count: z.int().min(1).max(mostCodes).default(1),
})
const codeBody = z.strictObject({ code: account })
const creditBody = z.strictObject({
  code: account,
  amount: reais,
  ref,
})
const callsBody = z.strictObject({
  code: account,
  calls: z
    .int()
    .min(-1_000_000_000)
    .max(1_000_000_000)
    .refine((calls) => calls !== 0, "must not be 0"),
  ref,
})
/** US dollars per million tokens, and per search call. */
const dollars = z
  .number()
  .positive()
  .max(1_000_000)
  .transform((price) => Math.round(price * microReaisPerReal))
const priceBody = z.strictObject({
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  input: dollars,
  output: dollars,
  cachedInput: dollars.optional(),
  cacheWrite: dollars.optional(),
  searchCall: dollars.optional(),
  source: z.string().min(1).max(500).default("set by the operator"),
})

const modelKeyBody = z.strictObject({ provider: z.string().min(1).max(100), id: z.string().min(1).max(128) })
const tokens = z.int().positive().max(100_000_000)
const modelName = z.string().min(1).max(160)
const modelBody = modelKeyBody.extend({
  like: modelName.optional(),
  name: line.min(1).max(80).optional(),
  input: dollars.optional(),
  output: dollars.optional(),
  cachedInput: dollars.optional(),
  cacheWrite: dollars.optional(),
  window: tokens.optional(),
  outputMost: tokens.optional(),
  sees: z.array(z.enum(sights)).optional(),
  efforts: z.array(z.enum(reasoningEfforts)).optional(),
  kind: z.enum(modelKinds).optional(),
})
/** Without `called` the alias is removed. */
const aliasBody = z.strictObject({ asked: modelName, called: modelName.optional() })
const retireBody = modelKeyBody.extend({ on: z.iso.date().optional(), successor: modelName.optional() })
const refreshBody = z.strictObject({
  // A file of this machine is for its command line.
  from: z.url({ protocol: /^https?$/, error: "must be an address" }).optional(),
  keys: z.boolean().default(false),
  write: z.boolean().default(false),
  accept: z.array(modelName).max(1_000).default([]),
})

/** The operator's commands over HTTP, under `/api/admin`. Who may call them is decided before. Codes travel in bodies, never in paths. */
export function createAdminRoutes(
  operations: Operations,
  prices: PriceOperations,
  models: ModelOperations,
): readonly Route[] {
  const routes = createRoutes()

  post("/codes", createBody, async (body) => done(await operations.createCodes(body)))
  post("/codes/show", codeBody, async ({ code }) => answer(await operations.showCode(code)))
  post("/codes/freeze", codeBody, async ({ code }) => answer(await operations.setFrozen(code, true)))
  post("/codes/unfreeze", codeBody, async ({ code }) => answer(await operations.setFrozen(code, false)))
  post("/codes/rotate", codeBody, async ({ code }) => answer(await operations.rotateCode(code)))
  post("/credit", creditBody, async (body) => answer(await operations.credit(body.code, body.amount, body.ref)))
  post("/calls", callsBody, async (body) => answer(await operations.creditCalls(body.code, body.calls, body.ref)))
  post("/prices", priceBody, async ({ cachedInput, cacheWrite, searchCall, ...price }) =>
    answer(
      await prices.set({
        ...price,
        ...(cachedInput === undefined ? {} : { cachedInput }),
        ...(cacheWrite === undefined ? {} : { cacheWrite }),
        ...(searchCall === undefined ? {} : { searchCall }),
      }),
    ),
  )
  routes.post("/prices/refresh", async () => answer(await prices.refresh()))
  routes.get("/prices", async () => done(await prices.list()))
  post("/models", modelBody, async (body) => answer(await models.add(body)))
  post("/models/alias", aliasBody, async ({ asked, called }) =>
    answer(called === undefined ? await models.removeAlias(asked) : await models.setAlias(asked, called)),
  )
  post("/models/retire", retireBody, async ({ provider, id, ...how }) => answer(await models.retire(provider, id, how)))
  post("/models/revive", modelKeyBody, async ({ provider, id }) => answer(await models.revive(provider, id)))
  post("/models/refresh", refreshBody, async (body) => answer(await models.refresh(body)))
  routes.get("/models", async (c) =>
    done(await models.list(["1", "true"].includes(c.url.searchParams.get("all") ?? ""))),
  )
  routes.get("/ledger/verify", async () => done(await operations.verify()))
  routes.get("/ledger/export", () => csv(entriesCsv(operations.exportEntries())))
  routes.get("/usage", async (c) => {
    const days = Number(c.url.searchParams.get("days") ?? "30")
    return Number.isInteger(days) && days >= 1 && days <= 3_650
      ? done(await operations.usage(days))
      : wrong("days must be a whole number from 1 to 3650")
  })
  return routes.all

  function post<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    handle: (body: z.output<Schema>) => Promise<Reply>,
  ): void {
    routes.post(path, async (c) => {
      const json = await readJson(c, longestBody)
      if (!json.ok) return wrong("the body must be JSON of at most 256 KiB")
      const body = schema.safeParse(json.value)
      if (body.success) return handle(body.data)
      const issue = body.error.issues[0]
      return wrong(`${issue?.path.join(".") ?? ""} ${issue?.message ?? "is not valid"}`.trim())
    })
  }
}

const statuses = { "not-found": 404, conflict: 409, invalid: 400 } as const

function done(value: object): Reply {
  return jsonReply(value)
}

function answer(result: Result<object, Refusal>): Reply {
  if (result.ok) return done(result.value)
  const { kind, message } = result.error
  return jsonReply({ error: message, code: kind.replace("-", "_") }, { status: statuses[kind] })
}

function wrong(error: string): Reply {
  return jsonReply({ error, code: "invalid" }, { status: 400 })
}

function csv(lines: AsyncGenerator<string>): Reply {
  return {
    status: 200,
    headers: {
      ...noStore,
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": "attachment; filename=ledger.csv",
    },
    body: lines,
  }
}

/** A number as a decimal text; an exponent, which only tiny and huge numbers have, is no amount. */
function decimal(value: number): string {
  return Number.isFinite(value) ? String(value) : ""
}
