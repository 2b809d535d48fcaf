import { z } from "zod"
import { type ReasoningEffort, reasoningEfforts } from "#core/gateway/chat-request.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { parseJson } from "#core/providers/json.ts"
import { type ProviderId, providerNames } from "#core/providers/registry.ts"
import type { Provider, Providers } from "../upstream/provider.ts"
import type { KeyLease } from "../upstream/provider-keys.ts"
import { readText } from "../upstream/sse-events.ts"

/** A model as its provider's own list has it; an absent field is not told there. */
export interface ListedByProvider {
  readonly id: string
  /** The day it announces to switch it off; null: none is announced. */
  readonly off?: string | null
  readonly window?: number
  readonly inputMost?: number
  readonly outputMost?: number
  readonly efforts?: readonly ReasoningEffort[]
}

interface ListReader {
  readonly path: string
  /** Who is not in it cannot be called with this key. Google's lists the dead, too, and leaves living ones out. */
  readonly tellsPresence: boolean
  read(json: unknown): readonly ListedByProvider[]
}

const count = z.int().positive().max(100_000_000).optional().catch(undefined)
const day = z.iso.date().nullish().catch(undefined)
const supported = z.object({ supported: z.boolean() }).optional().catch(undefined)

const openAiList = list("data", z.object({ id: z.string(), shutdown_date: day }))
const anthropicList = list(
  "data",
  z.object({
    id: z.string(),
    max_input_tokens: count,
    max_tokens: count,
    capabilities: z
      .object({ effort: z.record(z.string(), z.union([z.boolean(), supported])).optional() })
      .optional()
      .catch(undefined),
  }),
)
const moonshotList = list("data", z.object({ id: z.string(), context_length: count }))
const googleList = list("models", z.object({ name: z.string(), inputTokenLimit: count, outputTokenLimit: count }))

const readers: Readonly<Partial<Record<ProviderId, ListReader>>> = {
  openai: {
    path: "/v1/models",
    tellsPresence: true,
    read: (json) => openAiList(json).map(({ id, shutdown_date: off }) => ({ id, ...told({ off }) })),
  },
  anthropic: {
    path: "/v1/models?limit=1000",
    tellsPresence: true,
    read: (json) =>
      anthropicList(json).map(({ id, max_input_tokens: window, max_tokens: outputMost, capabilities }) => {
        const effort = capabilities?.effort
        const accepts = (name: string) => {
          const one = effort?.[name]
          return typeof one === "object" && one.supported
        }
        const efforts = effort && reasoningEfforts.filter(accepts)
        return { id, ...told({ window, outputMost, efforts: efforts?.length === 0 ? undefined : efforts }) }
      }),
  },
  moonshot: {
    path: "/v1/models",
    tellsPresence: true,
    read: (json) => moonshotList(json).map(({ id, context_length: window }) => ({ id, ...told({ window }) })),
  },
  google: {
    path: "/v1beta/models?pageSize=1000",
    tellsPresence: false,
    read: (json) =>
      googleList(json).map(({ name, inputTokenLimit: window, outputTokenLimit: outputMost }) => {
        return { id: name.replace(/^models\//, ""), ...told({ window, outputMost }) }
      }),
  },
}

/** Whether a provider has a list of its own that this program reads. */
export function hasProviderList(provider: ProviderId): boolean {
  return readers[provider] !== undefined
}

/** Whether a model that is not in its provider's list cannot be called. */
export function tellsPresence(provider: ProviderId): boolean {
  return readers[provider]?.tellsPresence === true
}

/** The models of a provider's own list. What is no model there is left out, and a wrong field is taken as not told. */
export function readProviderList(provider: ProviderId, json: unknown): readonly ListedByProvider[] {
  return readers[provider]?.read(json) ?? []
}

const longestList = 4 * 1024 * 1024
const patienceMs = 10_000

/**
 * Asks a provider for its own list with each of the operator's keys: a model that one of them may call is there. The error is
 * one sentence.
 */
export async function fetchProviderList(
  providers: Pick<Providers, "ours">,
  id: ProviderId,
): Promise<Result<readonly ListedByProvider[], string>> {
  const reader = readers[id]
  const provider = providers.ours(id)
  const name = providerNames[id]
  if (reader === undefined) return err(`${name} has no list that is read here`)
  if (provider === undefined || provider.pretend === true) return err(`${name} has no key`)
  const models = new Map<string, ListedByProvider>()
  const tried = new Set<number>()
  for (;;) {
    const lease = provider.keys.take("", tried)
    if (lease === undefined || tried.has(lease.index)) break
    tried.add(lease.index)
    const listed = await listForKey(provider, reader, lease)
    // What one key may call is not known then, and nothing can be said of who is missing; as where a key rests.
    if (!listed.ok) return err(`${name}'s list ${listed.error}`)
    for (const model of listed.value) models.set(model.id, model)
  }
  if (tried.size < provider.keys.count) return err(`${name}'s list cannot be asked for with every key now`)
  return models.size === 0 ? err(`${name}'s list has no models`) : ok([...models.values()])
}

async function listForKey(
  { id, version = "2023-06-01", sign, upstream }: Provider,
  { path, read }: ListReader,
  lease: KeyLease,
): Promise<Result<readonly ListedByProvider[], string>> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const headers = { accept: "application/json", ...(id === "anthropic" ? { "anthropic-version": version } : {}) }
    const signed = await sign({ path, headers, body: "" }, lease.key)
    const reply = await upstream({ ...signed, method: "GET" }, { signal, patienceMs })
    const text = await readText(reply.body, longestList + 1)
    if (reply.status !== 200) return err(`answered with ${reply.status}`)
    if (Buffer.byteLength(text) > longestList) return err("has more than 4 MiB")
    return ok(read(parseJson(text)))
  } catch {
    return err("does not answer")
  } finally {
    lease.over("left")
  }
}

function list<Item>(field: string, item: z.ZodType<Item>): (json: unknown) => readonly Item[] {
  const page = z.object({ [field]: z.array(z.unknown()) })
  return (json) => {
    const items = page.safeParse(json).data?.[field]
    return Array.isArray(items) ? items.flatMap((one) => item.safeParse(one).data ?? []) : []
  }
}

type Told<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function told<Fields extends object>(fields: Fields): Told<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Told<Fields>
}
