import * as v from "valibot"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Sight, sights, type TokenPrice } from "#core/models/model-row.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import { isoDay, object } from "../../schemas.ts"

/** A model of a list in the shape of models.dev, in our words; an absent field is not told there. */
export interface ListedModel extends RowFields {
  readonly price?: TokenPrice
  readonly released?: string
  /** Why it has no price that can be taken. */
  readonly unpriced?: string
  /** It writes text: what it is asked for in a chat. */
  readonly chats: boolean
}

/** Whether a model of a list is looked at: it is known here, or would be new. */
export type Wanted = "known" | "new" | "no"

const amount = (most: number) =>
  v.pipe(v.number("must be a number"), v.minValue(0, "must not be negative"), v.maxValue(most, "is beyond belief"))
const dollars = v.pipe(
  v.nullish(amount(1_000_000)),
  v.transform((each) => (each == null ? undefined : Math.round(each * 1_000_000))),
)
const rates = { input: dollars, output: dollars, cache_read: dollars, cache_write: dollars }
const tokens = v.nullish(amount(100_000_000))
const words = v.nullish(v.array(v.string()))
const model = object({
  name: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  cost: v.nullish(
    object({
      ...rates,
      tiers: v.nullish(v.array(object({ ...rates, tier: object({ type: v.string(), size: tokens }) }))),
      context_over_200k: v.nullish(object(rates)),
    }),
  ),
  limit: v.nullish(object({ context: tokens, input: tokens, output: tokens })),
  modalities: v.nullish(object({ input: words, output: words })),
  reasoning: v.nullish(v.boolean()),
  reasoning_options: v.nullish(
    v.array(v.looseObject({ type: v.string(), values: v.optional(v.array(v.nullable(v.string()))) })),
  ),
  temperature: v.nullish(v.boolean()),
  tool_call: v.nullish(v.boolean()),
  structured_output: v.nullish(v.boolean()),
  knowledge: v.nullish(v.string()),
  release_date: v.nullish(v.string()),
  status: v.nullish(v.string()),
})
type Model = v.InferOutput<typeof model>

const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The models of our providers in a list of models.dev's shape. `isWanted` says which are looked at, by id and release day:
 * a list has hundreds that nobody here asks for, and their mistakes are nobody's here. The error is one sentence.
 */
export function readModelsDev(
  text: string,
  isWanted: (provider: ProviderId, id: string, released: string | undefined) => Wanted,
): Result<readonly ListedModel[], string> {
  const json = parse(text)
  if (!json.ok) return json
  if (!record(json.value)) return err("is no list of models: it must be {provider: {models: {id: …}}}")
  const listed: ListedModel[] = []
  let providers = 0
  for (const [name, content] of Object.entries(json.value)) {
    const provider = providerIds.find((id) => id === name || gatewayOf[id].modelsDevName === name)
    if (provider === undefined) continue
    const models = record(content) ? content["models"] : undefined
    if (!record(models)) return err(`${name}: has no models`)
    providers++
    for (const [id, unread] of Object.entries(models)) {
      const day = record(unread) ? unread["release_date"] : undefined
      const wanted = isWanted(provider, id, typeof day === "string" ? day : undefined)
      if (wanted === "no") continue
      const read = v.safeParse(model, unread)
      if (!read.success) {
        const [issue] = read.issues
        return err(`${name} ${id}: ${v.getDotPath(issue) ?? ""} ${issue.message}`.replace(/ +/g, " "))
      }
      const { input, output } = read.output.cost ?? {}
      // A list may name models with an output price of 0 because they write nothing (embeddings); a chat model's is an error.
      const free = input === 0 ? "input" : output === 0 && wanted === "known" ? "output" : undefined
      if (free !== undefined) return err(`${name} ${id}: cost.${free} must be above 0`)
      listed.push(listedModel(provider, id, read.output))
    }
  }
  return providers === 0 ? err("has no provider that is known here") : ok(listed)
}

/** No key may reach the makings of an object. */
function parse(text: string): Result<unknown, string> {
  let hostile = false
  try {
    const json: unknown = JSON.parse(text, (key, value: unknown) => {
      if (key === "__proto__") hostile = true
      return value
    })
    return hostile ? err('has a key named "__proto__", which no list of models has') : ok(json)
  } catch {
    return err("is no JSON")
  }
}

function listedModel(provider: ProviderId, id: string, facts: Model): ListedModel {
  const { limit, modalities } = facts
  const output = modalities?.output ?? ["text"]
  const efforts = effortsOf(facts)
  const sees = modalities?.input?.filter((sight): sight is Sight => sights.some((one) => one === sight))
  const name = facts.name
    ?.replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 80)
  const takes = {
    ...(facts.temperature === false ? { sampling: "never" as const } : {}),
    ...(facts.tool_call === false ? { tools: "never" as const } : {}),
    ...(facts.structured_output == null ? {} : { structured: facts.structured_output }),
  }
  const knows = /^20\d\d-(0[1-9]|1[0-2])/.exec(facts.knowledge ?? "")?.[0]
  const released = v.is(isoDay, facts.release_date) ? facts.release_date : undefined
  return {
    provider,
    id,
    chats: output.includes("text"),
    ...(name ? { name } : {}),
    ...(sees && sees.length > 0 ? { sees } : {}),
    ...positive("window", limit?.context),
    ...positive("inputMost", limit?.input),
    ...positive("outputMost", limit?.output),
    ...(knows === undefined ? {} : { knows }),
    ...(efforts === undefined ? {} : { efforts }),
    ...(Object.keys(takes).length > 0 ? { takes } : {}),
    ...(released === undefined ? {} : { released }),
    ...priceOf(facts.cost),
  }
}

function positive(field: "window" | "inputMost" | "outputMost", value: number | null | undefined): object {
  return value != null && value >= 1 ? { [field]: Math.floor(value) } : {}
}

function effortsOf({ reasoning, reasoning_options: options }: Model): RowFields["efforts"] {
  if (reasoning === false) return []
  const values = options?.find(({ type }) => type === "effort")?.values
  return values && reasoningEfforts.filter((effort) => values.includes(effort))
}

/** Treats a price of 0 as missing: nobody sells for nothing. */
function priceOf(cost: Model["cost"]): { readonly price?: TokenPrice; readonly unpriced?: string } {
  if (cost == null) return { unpriced: "no price is told" }
  const base = ratesOf(cost)
  if (base === undefined) return { unpriced: "its price is 0 or incomplete" }
  const tiers = (cost.tiers ?? []).filter(({ tier }) => tier.type === "context" && (tier.size ?? 0) > 0)
  if (tiers.length > 1) return { unpriced: "its price has more than two steps" }
  const [tier] = tiers
  const over = tier ?? cost.context_over_200k
  const above = over ? ratesOf(over) : undefined
  if (over && above === undefined) return { unpriced: "its price for long prompts is 0 or incomplete" }
  const inputTokens = Math.floor(tier?.tier.size ?? 200_000)
  return { price: { ...base, ...(above ? { above: { inputTokens, ...above } } : {}) } }
}

interface Cost {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cache_read?: number | undefined
  readonly cache_write?: number | undefined
}

function ratesOf({ input, output, cache_read: cached, cache_write: write }: Cost) {
  if (!input || !output) return undefined
  return { input, output, ...(cached ? { cachedInput: cached } : {}), ...(write ? { cacheWrite: write } : {}) }
}
