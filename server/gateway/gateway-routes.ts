import type { IncomingMessage } from "node:http"
import { z } from "zod"
import { type ChatApis, type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import type { Authorizer } from "../access/authorize.ts"
import { credentialOf } from "../access/credential.ts"
import type { FreeQuota, FreeToday } from "../access/free-quota.ts"
import type { Config } from "../config.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { Log } from "../http/log.ts"
import { createAddressRate } from "../http/rate-limit.ts"
import { readJson } from "../http/read-body.ts"
import type { Refusals } from "../http/refusals.ts"
import { acceptsGzip, jsonReply } from "../http/reply.ts"
import { createRoutes } from "../http/routes.ts"
import { steadyClock } from "../steady-clock.ts"
import { type ConfigReply, configReply } from "./config-reply.ts"
import type { ModelCatalogue, OfferedModel } from "./models/model-catalogue.ts"
import { isReached } from "./models/model-presence.ts"
import { presentCatalogue } from "./models/present-catalogue.ts"
import type { Providers } from "./upstream/provider.ts"

/** A usage record, in bytes; how many of them an address may send in a minute. */
const longestRecord = 16 * 1024
const recordsPerMinute = 60

export interface GatewayRoutesDeps {
  readonly config: Config
  readonly authorizer: Authorizer
  readonly quota: FreeQuota
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
  readonly apis: ChatApis
  readonly log: Log
  readonly refusals: Refusals
  /** Epoch ms. */
  readonly now: () => number
}

/** What a client may ask about the gateway itself: its settings, its models, whether it can search; and its telemetry. */
export function createGatewayRoutes(deps: GatewayRoutesDeps) {
  const { config, authorizer, quota, catalogue, providers, apis, log, refusals, now } = deps
  const { pretend } = providers
  const searchers = providerIds.filter((id) => apis[id]?.some(({ searches }) => searches === true))
  const routes = createRoutes()

  const searches = (id: ProviderId) => config.search.kind !== "native" || searchers.includes(id)
  const enableSearch = config.search.kind !== "native" || searchers.some((id) => providers.ours(id) !== undefined)
  /** What all are told. The catalogue is made anew where anything of it changes, and every day. */
  let told: { readonly of: ModelCatalogue["rows"]; readonly reply: ConfigReply } | undefined
  routes.post("/api/config", async (c) => {
    const { rows } = catalogue
    if (told?.of !== rows) {
      told = { of: rows, reply: configReply(presentConfig(config, catalogue, { pretend, now: now(), searches })) }
    }
    const { reply } = told
    const free = await freeFor(c.incoming, c.url)
    return reply(free, acceptsGzip(c.incoming.headers))
  })

  /** What a visitor has left of the day; nothing for who brings a credential. */
  async function freeFor(incoming: IncomingMessage, url: URL): Promise<FreeToday | undefined> {
    const credential = credentialOf(incoming.headersDistinct, url.searchParams)
    if (!credential.ok || credential.value !== undefined) return undefined
    const visitor = authorizer.visitorOf(incoming)
    // The page must open while the database is away.
    return visitor && quota.left(visitor).catch(() => undefined)
  }

  routes.get("/api/search-status", () => jsonReply({ enableSearch }))

  for (const path of ["/v1/models", "/api/openai/v1/models"]) {
    routes.get(path, async (c) => {
      const caller = await authorizer.authorize(c.incoming, c.url)
      if (!caller.ok) return refuse(c, caller.error, "openai")
      const person = await authorizer.person(c.incoming, caller.value)
      if (!person.ok) return refuse(c, person.error, "openai")
      const data = presentModels(catalogue.forTier(caller.value.tier))
      return jsonReply({ object: "list", data })
    })
    routes.get(`${path}/:model{.+}`, async (c) => {
      const caller = await authorizer.authorize(c.incoming, c.url)
      if (!caller.ok) return refuse(c, caller.error, "openai")
      const person = await authorizer.person(c.incoming, caller.value)
      if (!person.ok) return refuse(c, person.error, "openai")
      const name = c.param("model")
      const found = presentModels(catalogue.forTier(caller.value.tier)).find(({ id }) => id === name)
      if (found === undefined) return refuse(c, { kind: "model-not-found", model: name }, "openai")
      return jsonReply(found)
    })
  }

  const records = createAddressRate(recordsPerMinute, steadyClock(now))
  routes.post("/api/log-usage", async (c) => {
    const { allowed, retryAfterMs } = records.check(c.address)
    if (!allowed) {
      refusals.count("rate")
      return refuse(c, { kind: "too-many-requests", retryAfterMs })
    }
    const body = await readJson(c, longestRecord)
    if (!body.ok) return refuse(c, failureOfBody(body.error))
    const record = usageRecord.safeParse(body.value)
    if (!record.success) return refuse(c, { kind: "refused", reason: "bad-usage-record" })
    log.info("client-usage", record.data)
    return jsonReply({ ok: true })
  })

  return routes.all
}

/**
 * The specification's usage log record, as far as it may be kept: numbers and flags. It is what a client says, never
 * what is charged; the code in it is not read, and texts are left out of the log.
 */
const amount = z.number().min(0).max(1e12).optional()
const usageRecord = z.object({
  model: z
    .string()
    .max(128)
    .regex(/^[\w.:@/-]*$/)
    .optional(),
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  inputCharacters: amount,
  outputCharacters: amount,
  responseTime: amount,
  success: z.boolean().optional(),
  isSummarize: z.boolean().optional(),
  isTitle: z.boolean().optional(),
  webSearchCalls: amount,
})

/** What the page is told besides the configuration and the models themselves. */
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
    analytics: config.analyticsUrl !== undefined,
    ...(config.plansUrl === undefined ? {} : { plansUrl: config.plansUrl }),
    ...(config.supportUrl === undefined ? {} : { supportUrl: config.supportUrl }),
    providers: providerIds.map((id) => ({
      id,
      name: providerNames[id],
      configured: config.providers[id].keys.length > 0,
    })),
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
