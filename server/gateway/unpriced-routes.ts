import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { gatewayOf, keyNames } from "#core/providers/gateways.ts"
import type { TokenCount } from "#core/providers/provider-gateway.ts"
import { type ChatApis, type ProviderId, prefixOf, providerIds } from "#core/providers/registry.ts"
import type { Caller } from "../access/authorize.ts"
import { allOf, createAtOnce } from "../limits/at-once.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { FailureShape } from "../http/present-failure.ts"
import { readJson } from "../http/read-body.ts"
import { jsonReply, jsonTextReply, type Reply } from "../http/reply.ts"
import { type HttpContext, createRoutes } from "../http/routes.ts"
import { hasCode } from "./admission/rates.ts"
import { whoLooks, type WhoLooksDeps, withLooker } from "./admission/who-asks.ts"
import type { ModelCatalogue, OfferedModel } from "./models/model-catalogue.ts"
import { ownAddress, type OwnAddressDeps, type OwnCall, ownCall, spendQuota } from "./providers/own-address.ts"
import { longestCall } from "./read-call.ts"
import type { Providers } from "./providers/provider.ts"
import { refusalOfProvider } from "./providers/provider-failure.ts"
import { readText } from "../outbound/bounded-reads.ts"
import { failureOfUpstream } from "../outbound/upstream.ts"
import { healthOf } from "./upstream/attempt.ts"

const longestReply = 64 * 1024
const patienceMs = 30_000
const modelName = /^\w[\w.:@-]{0,127}$/
/** Counts under way, each of which remembers its question, of up to 10 MiB; and those of callers without a code among them. */
export const countsAtOnce = { perOwner: 3, perSubscriber: 4, perNetwork: 6, inAll: 12 } as const
export const countsOfStrangers = 6

export interface UnpricedRoutesDeps extends WhoLooksDeps, OwnAddressDeps {
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
  readonly apis: ChatApis
}

/** A call that counts tokens, at one of its paths. */
interface Count extends Omit<TokenCount, "under"> {
  readonly provider: ProviderId
  readonly under: string
}

/** The calls that providers answer without a price: lists of models, in each API's shape, and counts of tokens. */
export function createUnpricedRoutes(deps: UnpricedRoutesDeps) {
  const routes = createRoutes()
  const underWay = createAtOnce(countsAtOnce)
  const ofStrangers = allOf(underWay, createAtOnce({ ...countsAtOnce, inAll: countsOfStrangers }))

  for (const provider of providerIds) {
    const { clientList, tokenCount } = gatewayOf[provider]
    if (clientList) {
      for (const path of clientList.paths) modelList(prefixOf(provider) + path, provider, clientList.present)
    }
    if (tokenCount) for (const under of tokenCount.under) countRoute({ ...tokenCount, provider, under })
  }
  return routes.all

  function modelList(path: string, provider: ProviderId, present: (models: readonly OfferedModel[]) => object): void {
    const list = withLooker(deps, shapeOf(provider), (_c, { caller }) => {
      const models = deps.catalogue.forTier(caller.tier).filter((model) => model.provider === provider)
      return jsonReply(present(models))
    })
    routes.get(path, list)
  }

  function countRoute(count: Count): void {
    const { provider, under, verb } = count
    // Hono takes a colon for a parameter: what stands behind it is looked at here.
    routes.post(`${prefixOf(provider)}${under}/:call{.+:${verb}}`, async (c) => {
      const counted = await countTokens(c, count, c.param("call").slice(0, -`:${verb}`.length))
      return counted.ok ? counted.value : refuse(c, counted.error, shapeOf(provider))
    })
  }

  async function countTokens(c: HttpContext, count: Count, model: string): Promise<Result<Reply, Failure>> {
    const who = await whoLooks(deps, c)
    if (!who.ok) return who
    const { caller, person } = who.value
    const own = await ownCall(deps.authorizer, c, caller)
    if (!own.ok) return own
    const again = hasCode(caller) ? undefined : await deps.codeRate.check(person.owner)
    if (again?.allowed === false) return err({ kind: "too-many-requests", retryAfterMs: again.retryAfterMs })
    // No model has a name that is not written as names are: nothing else gets into a provider's path.
    const isOffered = modelName.test(model) && (caller.kind === "own-key" || deps.catalogue.find(model, count.provider))
    if (!isOffered || caller.tier === "free") return err({ kind: "model-not-found", model })
    const leave = (hasCode(person) ? underWay : ofStrangers).take(person)
    if (leave === undefined) return err({ kind: "too-many-requests", retryAfterMs: 1_000 })
    try {
      return await countFor(c, caller, own.value, { ...count, model })
    } finally {
      leave()
    }
  }

  async function countFor(
    c: HttpContext,
    caller: Caller,
    own: OwnCall,
    { provider: id, under, verb, read, model }: Count & { readonly model: string },
  ): Promise<Result<Reply, Failure>> {
    const sender = hasCode(caller) ? { owner: caller.owner } : c
    const json = await readJson(c, longestCall, sender)
    if (!json.ok) return err(failureOfBody(json.error))
    const body = read(json.value)
    if (!body.ok) return body
    const elsewhere = await ownAddress(deps, c, own)
    if (!elsewhere.ok) return elsewhere
    const provider =
      caller.kind === "own-key"
        ? deps.providers.withKey(id, caller.key, elsewhere.value?.at(id))
        : deps.providers.ours(id)
    if (!provider) return err({ kind: "refused", reason: "no-provider-key", param: keyNames(id) })
    const spent = elsewhere.value && (await spendQuota(deps, elsewhere.value.person))
    if (spent) return err(spent)
    const lease = provider.keys.take(model, new Set())
    if (!lease) return err({ kind: "upstream", status: 503, message: "" })
    try {
      const path = `${under}/${encodeURIComponent(model)}:${verb}`
      const request = { path, headers: { "content-type": "application/json" }, body: JSON.stringify(body.value) }
      const signed = await provider.sign(request, lease.key)
      const reply = await provider.upstream(signed, { signal: AbortSignal.timeout(patienceMs), patienceMs })
      const text = await readText(reply.body, longestReply)
      lease.over(healthOf(reply.status))
      if (reply.status !== 200) {
        const said = gatewayOf[id].apis[0].adapter.decodeFailure(reply.status, text)
        return err(refusalOfProvider(said, provider))
      }
      if (caller.kind === "own-key") deps.authorizer.accepted(caller)
      return ok(jsonTextReply(text))
    } catch (error) {
      lease.over("failed")
      return err(failureOfUpstream(error))
    }
  }

  function shapeOf(provider: ProviderId): FailureShape | "own" {
    return deps.apis[provider]?.[0]?.clientApi ?? "own"
  }
}
