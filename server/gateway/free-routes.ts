import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { anyObject, list, object, optional, readBody } from "#core/providers/fields.ts"
import { googleAdapter } from "#core/providers/google/adapter.ts"
import { inCamelCase } from "#core/providers/google/call-fields.ts"
import { keyNames } from "#core/providers/key-names.ts"
import { type ProviderId, prefixOf } from "#core/providers/registry.ts"
import type { Caller } from "../access/authorize.ts"
import { createAtOnce } from "../access/at-once.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { FailureShape } from "../http/present-failure.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply, jsonTextReply, type Reply } from "../http/reply.ts"
import { type HttpContext, createRoutes } from "../http/routes.ts"
import type { AdmissionDeps } from "./admission/admit.ts"
import { checkRates, hasCode } from "./admission/rates.ts"
import type { OfferedModel } from "./models/model-catalogue.ts"
import { ownAddress, type OwnAddressDeps, type OwnCall, ownCall } from "./providers/own-address.ts"
import { refusalOfProvider } from "./upstream/provider-failure.ts"
import { readText } from "./upstream/sse-events.ts"
import { failureOfUpstream } from "./upstream/upstream.ts"

const longestBody = 10 * 1024 * 1024
const longestReply = 64 * 1024
const patienceMs = 30_000
const modelName = /^\w[\w.:@-]{0,127}$/
/** Counts under way: each remembers its question, of up to 10 MiB. */
const countsAtOnce = { perOwner: 3, perSubscriber: 4, perNetwork: 6, inAll: 12 } as const

/** What providers answer without a price: lists of models, in each API's shape, and Google's count of tokens. */
export function createFreeRoutes(deps: AdmissionDeps & OwnAddressDeps) {
  const routes = createRoutes()
  const underWay = createAtOnce(countsAtOnce)

  for (const provider of ["azure", "bytedance", "moonshot", "iflytek", "alibaba"] as const) {
    modelList(`${prefixOf(provider)}/v1/models`, provider, (models) => ({
      object: "list",
      data: models.map(({ name }) => ({ id: name, object: "model", created: 0, owned_by: provider })),
    }))
  }
  modelList("/api/anthropic/v1/models", "anthropic", (models) => ({
    data: models.map(({ name, displayName }) => {
      return { type: "model", id: name, display_name: displayName, created_at: "1970-01-01T00:00:00Z" }
    }),
    has_more: false,
    first_id: models[0]?.name ?? null,
    last_id: models.at(-1)?.name ?? null,
  }))
  for (const version of ["v1", "v1beta"]) {
    modelList(`/api/google/${version}/models`, "google", (models) => ({
      models: models.map(({ name, displayName }) => ({
        name: `models/${name}`,
        displayName,
        supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
      })),
    }))
  }

  for (const version of ["v1", "v1beta"]) {
    // Hono takes a colon for a parameter: what stands behind it is looked at here.
    routes.post(`/api/google/${version}/models/:call{.+:countTokens}`, async (c) => {
      const counted = await countTokens(c, version, c.param("call").replace(/:countTokens$/, ""))
      return counted.ok ? counted.value : refuse(c, counted.error, shapeOf("google"))
    })
  }
  return routes.all

  function modelList(path: string, provider: ProviderId, present: (models: readonly OfferedModel[]) => object): void {
    routes.get(path, async (c) => {
      const caller = await deps.authorizer.authorize(c.incoming, c.url)
      if (!caller.ok) return refuse(c, caller.error, shapeOf(provider))
      const person = await deps.authorizer.person(c.incoming, caller.value)
      if (!person.ok) return refuse(c, person.error, shapeOf(provider))
      const models = deps.catalogue.forTier(caller.value.tier).filter((model) => model.provider === provider)
      return jsonReply(present(models))
    })
  }

  async function countTokens(c: HttpContext, version: string, model: string): Promise<Result<Reply, Failure>> {
    const caller = await deps.authorizer.authorize(c.incoming, c.url)
    if (!caller.ok) return caller
    const person = await deps.authorizer.person(c.incoming, caller.value)
    if (!person.ok) return person
    const own = await ownCall(deps.authorizer, c.incoming, caller.value)
    if (!own.ok) return own
    const { owner } = caller.value.kind === "own-key" ? person.value : caller.value
    const { failure: slow } = checkRates(deps, caller.value)
    if (slow) return err(slow)
    const again = hasCode(caller.value) ? undefined : deps.codeRate.check(owner)
    if (again?.allowed === false) return err({ kind: "too-many-requests", retryAfterMs: again.retryAfterMs })
    const leave = underWay.take({ owner, address: caller.value.address })
    if (leave === undefined) return err({ kind: "too-many-requests", retryAfterMs: 1_000 })
    try {
      return await countFor(c, caller.value, own.value, { version, model })
    } finally {
      leave()
    }
  }

  async function countFor(
    c: HttpContext,
    caller: Caller,
    own: OwnCall,
    { version, model }: { readonly version: string; readonly model: string },
  ): Promise<Result<Reply, Failure>> {
    const sender = hasCode(caller) ? { owner: caller.owner } : c
    const json = await readJson(c, longestBody, sender)
    if (!json.ok) return err(failureOfBody(json.error))
    const body = readBody(inCamelCase(json.value), countBody)
    if (!body.ok) return body
    const elsewhere = await ownAddress(deps, own)
    if (!elsewhere.ok) return elsewhere
    const provider =
      caller.kind === "own-key"
        ? deps.providers.withKey("google", caller.key, elsewhere.value?.at("google"))
        : deps.providers.ours("google")
    if (!provider) return err({ kind: "refused", reason: "no-provider-key", param: keyNames.google })
    // No model has a name that is not written as names are: nothing else gets into a provider's path.
    const offered = modelName.test(model) && (caller.kind === "own-key" || isOffered(model))
    if (!offered || caller.tier === "free") return err({ kind: "model-not-found", model })
    const lease = provider.keys.take(model, new Set())
    if (!lease) return err({ kind: "upstream", status: 503, message: "" })
    try {
      const path = `/${version}/models/${encodeURIComponent(model)}:countTokens`
      const request = { path, headers: { "content-type": "application/json" }, body: JSON.stringify(body.value) }
      const signed = await provider.sign(request, lease.key)
      const reply = await provider.upstream(signed, { signal: AbortSignal.timeout(patienceMs), patienceMs })
      const text = await readText(reply.body, longestReply)
      lease.over("succeeded")
      if (reply.status !== 200) {
        const said = googleAdapter.decodeFailure(reply.status, text)
        return err(refusalOfProvider(said, provider))
      }
      return ok(jsonTextReply(text))
    } catch (error) {
      lease.over("failed")
      return err(failureOfUpstream(error))
    }
  }

  function isOffered(model: string): boolean {
    return deps.catalogue.find(model, "google") !== undefined
  }

  function shapeOf(provider: ProviderId): FailureShape | "own" {
    return deps.apis[provider]?.[0]?.wire ?? "own"
  }
}

const countBody = object(
  {
    contents: optional(list(anyObject, { least: 1 })),
    systemInstruction: optional(anyObject),
    tools: optional(list(anyObject)),
    generationConfig: optional(anyObject),
  },
  "refuse",
)
