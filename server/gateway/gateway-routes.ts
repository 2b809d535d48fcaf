import * as v from "valibot"
import { type ChatApis, type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import { credentialOf } from "../access/credential.ts"
import type { FreeQuota, FreeToday } from "../access/free-quota.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { readJson } from "../http/read-body.ts"
import { acceptsGzip, jsonReply } from "../http/reply.ts"
import { createRoutes, type HttpContext } from "../http/routes.ts"
import { type WhoLooksDeps, withLooker } from "./admission/who-asks.ts"
import { type ConfigReply, configReply } from "./config-reply.ts"
import type { ModelCatalogue, OfferedModel } from "./models/model-catalogue.ts"
import { hasEdgeVoices, isReached, isRowReached } from "./models/model-presence.ts"
import { presentMedia } from "./models/present-media.ts"
import { presentCatalogue } from "./models/present-catalogue.ts"
import type { Providers } from "./providers/provider.ts"
import { object } from "../schemas.ts"

/** A usage record, in bytes; how many of them an address may send in a minute. */
const longestRecord = 16 * 1024
export const recordsPerMinute = 60

export interface GatewayRoutesDeps extends WhoLooksDeps {
  readonly config: Config
  readonly quota: FreeQuota
  readonly limits: CallerLimits
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
  readonly apis: ChatApis
  readonly log: Log
  /** Epoch ms. */
  readonly now: () => number
}

/** The routes about the gateway itself: its settings, its models, whether it can search; and telemetry. */
export function createGatewayRoutes(deps: GatewayRoutesDeps) {
  const { config, authorizer, addressRate, limits, quota, catalogue, providers, apis, log, refusals, now } = deps
  const { pretend } = providers
  const searchers = providerIds.filter((id) => apis[id]?.some(({ searches }) => searches === true))
  const routes = createRoutes()

  const searches = (id: ProviderId) => config.search.kind !== "native" || searchers.includes(id)
  const enableSearch = config.search.kind !== "native" || searchers.some((id) => providers.ours(id) !== undefined)
  /** The part of the reply that is the same for everybody, kept until the catalogue changes, which it does at least once a day. */
  let told: { readonly of: ModelCatalogue["rows"]; readonly reply: ConfigReply } | undefined
  routes.post("/api/config", async (c) => {
    const { rows } = catalogue
    if (told?.of !== rows) {
      told = { of: rows, reply: configReply(presentConfig(config, catalogue, { pretend, now: now(), searches })) }
    }
    const { reply } = told
    return reply(await freeFor(c), acceptsGzip(c.incoming.headers))
  })

  /** The visitor's free messages left today; undefined with a credential, or after too many requests, since it takes a query. */
  async function freeFor({ incoming, url, address }: HttpContext): Promise<FreeToday | undefined> {
    const credential = credentialOf(incoming.headersDistinct, url.searchParams)
    if (!credential.ok || credential.value !== undefined) return undefined
    if (!(await addressRate.check(address)).allowed) return undefined
    const visitor = authorizer.visitorOf(incoming)
    // The page must open while the database is away.
    return visitor && quota.left(visitor).catch(() => undefined)
  }

  routes.get("/api/search-status", () => jsonReply({ enableSearch }))

  for (const path of ["/v1/models", "/api/openai/v1/models"]) {
    const models = withLooker(deps, "openai", (_c, { caller }) =>
      jsonReply({ object: "list", data: presentModels(catalogue.forTier(caller.tier)) }),
    )
    const oneModel = withLooker(deps, "openai", (c, { caller }) => {
      const name = c.param("model")
      const found = presentModels(catalogue.forTier(caller.tier)).find(({ id }) => id === name)
      return found ? jsonReply(found) : refuse(c, { kind: "model-not-found", model: name }, "openai")
    })
    routes.get(path, models)
    routes.get(`${path}/:model{.+}`, oneModel)
  }

  const records = limits.addressRate("usage-record", recordsPerMinute)
  routes.post("/api/log-usage", async (c) => {
    const { allowed, retryAfterMs } = await records.check(c.address)
    if (!allowed) {
      refusals.count("rate")
      return refuse(c, { kind: "too-many-requests", retryAfterMs })
    }
    const body = await readJson(c, longestRecord)
    if (!body.ok) return refuse(c, failureOfBody(body.error))
    const record = v.safeParse(usageRecord, body.value)
    if (!record.success) return refuse(c, { kind: "refused", reason: "bad-usage-record" })
    log.info("client-usage", record.output)
    return jsonReply({ ok: true })
  })

  return routes.all
}

/**
 * The page's usage record, as far as it may be kept: numbers and flags. It is the client's statement and never decides
 * a charge; the code in it is not read, and texts are left out of the log.
 */
const amount = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e12)))
const usageRecord = object({
  model: v.optional(v.pipe(v.string(), v.maxLength(128), v.regex(/^[\w.:@/-]*$/))),
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  inputCharacters: amount,
  outputCharacters: amount,
  responseTime: amount,
  success: v.optional(v.boolean()),
  isSummarize: v.optional(v.boolean()),
  isTitle: v.optional(v.boolean()),
  webSearchCalls: amount,
})

/** Facts for the page besides the configuration and the models. */
interface Told {
  readonly pretend: boolean
  /** Epoch ms. */
  readonly now: number
  readonly searches: (provider: ProviderId) => boolean
}

function presentConfig(config: Config, catalogue: ModelCatalogue, { pretend, now, searches }: Told) {
  return {
    needCode: config.needCode,
    hideUserApiKey: config.hideUserApiKey,
    hideBalanceQuery: config.hideBalanceQuery,
    disableGPT4: config.disableGpt4,
    disableFastLink: config.disableFastLink,
    customModels: config.customModels,
    defaultModel: config.defaultModel,
    edgeTTSVoiceName: config.edgeTtsVoiceName,
    productName: config.productName,
    pretend,
    plugins: config.plugins.isOn,
    analytics: config.analyticsUrl !== undefined,
    ...(config.artifactsOrigin === "" ? {} : { artifactsOrigin: config.artifactsOrigin }),
    ...(config.shareApiUrl === undefined ? {} : { shareHost: new URL(config.shareApiUrl).host }),
    ...(config.plansUrl === undefined ? {} : { plansUrl: config.plansUrl }),
    ...(config.supportUrl === undefined ? {} : { supportUrl: config.supportUrl }),
    providers: providerIds.map((id) => ({
      id,
      name: providerNames[id],
      configured: config.providers[id].keys.length > 0,
    })),
    media: {
      ...presentMedia(catalogue, { pretend, isReached: (row) => isRowReached(config, row) }),
      edge: hasEdgeVoices(config),
    },
    ...presentCatalogue(catalogue, { now, isReached: (id) => isReached(config, id), searches }),
  }
}

/**
 * OpenAI's shape; when a model was made is not ours to know. Of a name that several providers have, the first goes by it
 * alone, as a call does that names nobody.
 */
function presentModels(models: readonly OfferedModel[]) {
  const seen = new Set<string>()
  return models.map(({ name, provider }) => {
    const id = seen.has(name) ? `${name}@${providerNames[provider]}` : name
    seen.add(name)
    return { id, object: "model", created: 0, owned_by: provider }
  })
}
