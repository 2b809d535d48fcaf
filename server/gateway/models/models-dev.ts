import { z } from "zod"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Sight, sights, type TokenPrice } from "#core/models/model-row.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"

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

/** Under which names the list has our providers, beside their own. */
const otherNames: Readonly<Record<string, ProviderId>> = { moonshotai: "moonshot", volcengine: "bytedance" }

const dollars = z
  .number("must be a number")
  .min(0, "must not be negative")
  .max(1_000_000, "is beyond belief")
  .nullish()
  .transform((each) => (each == null ? undefined : Math.round(each * 1_000_000)))
const rates = { input: dollars, output: dollars, cache_read: dollars, cache_write: dollars }
const tokens = z
  .number("must be a number")
  .min(0, "must not be negative")
  .max(100_000_000, "is beyond belief")
  .nullish()
const words = z.array(z.string()).nullish()
const model = z.object({
  name: z.string().max(200).nullish(),
  cost: z
    .object({
      ...rates,
      tiers: z.array(z.object({ ...rates, tier: z.object({ type: z.string(), size: tokens }) })).nullish(),
      context_over_200k: z.object(rates).nullish(),
    })
    .nullish(),
  limit: z.object({ context: tokens, input: tokens, output: tokens }).nullish(),
  modalities: z.object({ input: words, output: words }).nullish(),
  reasoning: z.boolean().nullish(),
  reasoning_options: z
    .array(z.looseObject({ type: z.string(), values: z.array(z.string().nullable()).optional() }))
    .nullish(),
  temperature: z.boolean().nullish(),
  tool_call: z.boolean().nullish(),
  structured_output: z.boolean().nullish(),
  knowledge: z.string().nullish(),
  release_date: z.string().nullish(),
  status: z.string().nullish(),
})
type Model = z.infer<typeof model>

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
    const provider =
      providerIds.find((id) => id === name) ?? (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined)
    if (provider === undefined) continue
    const models = record(content) ? content["models"] : undefined
    if (!record(models)) return err(`${name}: has no models`)
    providers++
    for (const [id, unread] of Object.entries(models)) {
      const day = record(unread) ? unread["release_date"] : undefined
      const wanted = isWanted(provider, id, typeof day === "string" ? day : undefined)
      if (wanted === "no") continue
      const read = model.safeParse(unread)
      const issue = read.error?.issues[0]
      if (!read.success) return err(`${name} ${id}: ${issue?.path.join(".")} ${issue?.message}`.replace(/ +/g, " "))
      const { input, output } = read.data.cost ?? {}
      // What has no price for its answers writes none (an embedding).
      const free = input === 0 ? "input" : output === 0 && wanted === "known" ? "output" : undefined
      if (free !== undefined) return err(`${name} ${id}: cost.${free} must be above 0`)
      listed.push(listedModel(provider, id, read.data))
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
  const released = z.iso.date().safeParse(facts.release_date).data
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

/** What is told as 0 is no price: nobody sells for nothing. */
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
