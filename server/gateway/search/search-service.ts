import { z } from "zod"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { SearchConfig } from "../../config.ts"

/** A page that was found. */
export interface Hit {
  readonly url: string
  readonly title: string
  readonly excerpt: string
}

/** A search of the operator's choice, asked by the gateway in place of a provider's tool. */
export type SearchService = (query: string, signal: AbortSignal) => Promise<Result<readonly Hit[], "failed">>

const mostHits = 6
const patienceMs = 10_000
const longestTitle = 200
const longestExcerpt = 700

const webUrl = z.url({ protocol: /^https?$/ })
const searxng = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string(), content: z.string().nullish() })),
})
const brave = z.object({
  web: z.object({
    results: z.array(z.object({ url: z.string(), title: z.string(), description: z.string().nullish() })),
  }),
})

/** The configured service; undefined where providers search themselves. */
export function createSearchService(config: SearchConfig): SearchService | undefined {
  if (config.kind === "native") return undefined
  return async (query, signal) => {
    const { address, headers } = addressOf(config, query)
    try {
      const reply = await fetch(address, {
        headers: { accept: "application/json", ...headers },
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      })
      if (!reply.ok) return err("failed")
      return ok(hitsIn(config, await reply.json()))
    } catch {
      // Down, slow, or no JSON: the answer goes on without it.
      return err("failed")
    }
  }
}

function addressOf(config: Exclude<SearchConfig, { kind: "native" }>, query: string) {
  if (config.kind === "searxng") {
    return {
      address: `${config.url}/search?${new URLSearchParams({ q: query, format: "json" }).toString()}`,
      headers: {},
    }
  }
  const parameters = new URLSearchParams({ q: query, count: String(mostHits) })
  return {
    address: `${config.url}/res/v1/web/search?${parameters.toString()}`,
    headers: { "x-subscription-token": config.key },
  }
}

function hitsIn(config: SearchConfig, json: unknown): readonly Hit[] {
  const found =
    config.kind === "searxng"
      ? searxng.parse(json).results.map(({ content, ...hit }) => ({ ...hit, excerpt: content ?? "" }))
      : brave.parse(json).web.results.map(({ description, ...hit }) => ({ ...hit, excerpt: description ?? "" }))
  return found
    .filter(({ url }) => webUrl.safeParse(url).success)
    .slice(0, mostHits)
    .map(({ url, title, excerpt }) => {
      return { url, title: title.slice(0, longestTitle), excerpt: excerpt.slice(0, longestExcerpt) }
    })
}
