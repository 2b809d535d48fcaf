import * as v from "valibot"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { modelKinds, sights } from "#core/models/model-row.ts"
import { microReaisPerReal, parseReais } from "#core/lib/micro-reais.ts"
import type { Result } from "#core/lib/result.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply, noStore, type Reply } from "../http/reply.ts"
import { createRoutes, type Route } from "../http/routes.ts"
import { isoDay, strict, text, webAddress, wholeNumber } from "../schemas.ts"
import { entriesCsv } from "./entries-csv.ts"
import type { ModelOperations } from "./model-operations.ts"
import { mostCodes, type Operations, type Refusal } from "./operations.ts"
import type { PriceOperations } from "./price-operations.ts"
import { type ShareOperations, shareStates } from "./share-operations.ts"

const longestBody = 256 * 1024

/** Reais as a JSON number or as a decimal text, with at most 6 decimals. */
const reais = v.pipe(
  v.union([v.string(), v.number()]),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const amount = parseReais(typeof value === "number" ? decimal(value) : value)
    if (amount !== undefined) return amount
    addIssue({ message: "must be an amount in reais with at most 6 decimals" })
    return NEVER
  }),
)
const account = text(1, 512)
/** One line that every database can keep: PostgreSQL has no NUL in a text. */
const line = v.pipe(v.string(), v.regex(/^\P{Cc}*$/u, "must be one line of text"))
const ref = v.pipe(line, v.trim(), v.minLength(1), v.maxLength(200))
const createBody = strict({
  kind: v.picklist(["premium", "free"]),
  credit: v.optional(
    v.pipe(
      reais,
      v.check((amount) => amount >= 0, "must not be negative"),
    ),
    0,
  ),
  calls: v.optional(wholeNumber(0, 1_000_000_000), 0),
  label: v.optional(v.pipe(line, v.maxLength(200)), ""),
  count: v.optional(wholeNumber(1, mostCodes), 1),
})
const codeBody = strict({ code: account })
const creditBody = strict({
  code: account,
  amount: reais,
  ref,
})
const callsBody = strict({
  code: account,
  calls: v.pipe(
    wholeNumber(-1_000_000_000, 1_000_000_000),
    v.check((calls) => calls !== 0, "must not be 0"),
  ),
  ref,
})
/** US dollars per million tokens, and per search call. */
const dollars = v.pipe(
  v.number(),
  v.gtValue(0, "must be above 0"),
  v.maxValue(1_000_000),
  v.transform((price) => Math.round(price * microReaisPerReal)),
)
const priceBody = strict({
  provider: text(1, 100),
  model: text(1, 200),
  input: dollars,
  output: dollars,
  cachedInput: v.optional(dollars),
  cacheWrite: v.optional(dollars),
  searchCall: v.optional(dollars),
  source: v.optional(text(1, 300), "set by the operator"),
})

const shareIdBody = strict({ id: text(1, 64) })

const modelKey = { provider: text(1, 100), id: text(1, 128) }
const modelKeyBody = strict(modelKey)
const tokens = wholeNumber(1, 100_000_000)
const modelName = text(1, 160)
const modelBody = strict({
  ...modelKey,
  like: v.optional(modelName),
  name: v.optional(v.pipe(line, v.minLength(1), v.maxLength(80))),
  input: v.optional(dollars),
  output: v.optional(dollars),
  cachedInput: v.optional(dollars),
  cacheWrite: v.optional(dollars),
  window: v.optional(tokens),
  outputMost: v.optional(tokens),
  sees: v.optional(v.array(v.picklist(sights))),
  efforts: v.optional(v.array(v.picklist(reasoningEfforts))),
  kind: v.optional(v.picklist(modelKinds)),
})
/** Without `called` the alias is removed. */
const aliasBody = strict({ asked: modelName, called: v.optional(modelName) })
const retireBody = strict({
  ...modelKey,
  on: v.optional(isoDay),
  successor: v.optional(modelName),
})
const refreshBody = strict({
  // A file of this machine is for its command line.
  from: v.optional(webAddress("must be an address")),
  keys: v.optional(v.boolean(), false),
  write: v.optional(v.boolean(), false),
  accept: v.optional(v.pipe(v.array(modelName), v.maxLength(1_000)), []),
})

/** The operator's commands over HTTP, under `/api/admin`. Who may call them is decided before. Codes travel in bodies, never in paths. */
export function createAdminRoutes(
  operations: Operations,
  prices: PriceOperations,
  models: ModelOperations,
  shares: ShareOperations,
): readonly Route[] {
  const routes = createRoutes()

  post("/codes", createBody, async (body) => done(await operations.createCodes(body)))
  post("/codes/show", codeBody, async ({ code }) => answer(await operations.showCode(code)))
  post("/codes/freeze", codeBody, async ({ code }) => answer(await operations.setFrozen(code, true)))
  post("/codes/unfreeze", codeBody, async ({ code }) => answer(await operations.setFrozen(code, false)))
  post("/codes/rotate", codeBody, async ({ code }) => answer(await operations.rotateCode(code)))
  post("/codes/erase", codeBody, async ({ code }) => answer(await shares.eraseCode(code)))
  routes.get("/shares", async (c) => {
    const asked = c.url.searchParams.get("state") ?? "reported"
    const state = shareStates.find((known) => known === asked)
    return state ? done(await shares.list(state)) : wrong(`state must be one of ${shareStates.join(", ")}`)
  })
  routes.get("/shares/:id", async (c) => answer(await shares.show(c.param("id"))))
  post("/shares/takedown", shareIdBody, async ({ id }) => answer(await shares.takeDown(id)))
  post("/shares/restore", shareIdBody, async ({ id }) => answer(await shares.restore(id)))
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

  function post<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    handle: (body: v.InferOutput<Schema>) => Promise<Reply>,
  ): void {
    routes.post(path, async (c) => {
      const json = await readJson(c, longestBody)
      if (!json.ok) return wrong("the body must be JSON of at most 256 KiB")
      const body = v.safeParse(schema, json.value)
      if (body.success) return handle(body.output)
      const [issue] = body.issues
      return wrong(`${v.getDotPath(issue) ?? ""} ${issue.message}`.trim())
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
