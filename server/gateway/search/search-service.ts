import * as v from "valibot"
import { parseJson } from "#core/lib/fields.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { SearchConfig } from "../../config.ts"
import { readText } from "../../outbound/bounded-reads.ts"
import { webAddress } from "../../schemas.ts"

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
/** The longest list that is read, in bytes; a longer one is cut, and then is no JSON any more. */
const longestReply = 1024 * 1024
const longestTitle = 200
const longestExcerpt = 700

const searxng = v.object({ results: v.array(v.unknown()) })
/** Where nothing was found, there is no `web` at all. */
const brave = v.pipe(
  v.object({ type: v.optional(v.unknown()), web: v.nullish(searxng) }),
  v.check(({ type, web }) => type === "search" || web != null),
)
const text = v.fallback(v.nullish(v.string()), undefined)
const hit = v.object({ url: webAddress("must be a page"), title: text, content: text, description: text })

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
      if (!reply.ok || reply.body === null) return err("failed")
      return ok(hitsIn(config, parseJson(await readText(reply.body, longestReply))))
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

/** One entry that is no page does not take the others along. */
function hitsIn(config: SearchConfig, json: unknown): readonly Hit[] {
  const found = config.kind === "searxng" ? v.parse(searxng, json).results : (v.parse(brave, json).web?.results ?? [])
  return found
    .map((entry) => v.safeParse(hit, entry))
    .flatMap((entry) => (entry.success ? entry.output : []))
    .slice(0, mostHits)
    .map(({ url, title, content, description }) => ({
      url,
      title: plain(title ?? "").slice(0, longestTitle) || new URL(url).host,
      excerpt: plain(content ?? description ?? "").slice(0, longestExcerpt),
    }))
}

/** Without the marks of what was looked for, which come as HTML. */
function plain(marked: string): string {
  return marked
    .slice(0, 10 * longestExcerpt)
    .replace(/<\/?(?:strong|b|em|i|mark|span)\b[^<>]{0,200}>/gi, "")
    .replace(/&(?:amp|lt|gt|quot|#39|#x27|nbsp);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
}
