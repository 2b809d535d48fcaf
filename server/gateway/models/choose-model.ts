import type { Failure } from "#core/gateway/failure.ts"
import { freeModel } from "#core/gateway/limits.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { splitModelName } from "#core/models/custom-models.ts"
import { modelsOf } from "#core/models/provider-models.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { keyNames } from "#core/providers/key-names.ts"
import { type ChatApi, type ProviderId, providerIds, providerNamed } from "#core/providers/registry.ts"
import type { Caller } from "../../access/authorize.ts"
import type { Door } from "../doors.ts"
import type { ElsewhereFor } from "../providers/own-address.ts"
import type { Provider, Providers } from "../upstream/provider.ts"
import { type ModelCatalogue, namesFor, type OfferedModel } from "./model-catalogue.ts"

interface Choosing {
  readonly config: { readonly upgradeUrl: string }
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
}

interface Ask {
  readonly native: NativeCall
  readonly caller: Caller
  readonly door: Door
  readonly api: ChatApi
  /** Where an own key is to be used instead of at its provider's. */
  readonly elsewhere?: ElsewhereFor | undefined
}

/** The model that was asked for, if its caller may have it; `onTheHouse`: whatever the tier, for an earned title or summary. */
export function modelFor(deps: Choosing, ask: Ask, onTheHouse: boolean): Result<OfferedModel, Failure> {
  const { native, caller, door } = ask
  const asked = askedFor(ask)
  if (asked === undefined) return err({ kind: "model-not-found", model: native.model })
  const { name, provider } = asked
  const { pieces } = native
  const model = pieces
    ? deps.catalogue.findPieces(name, provider ?? door.provider, pieces)
    : deps.catalogue.find(name, provider)
  // Who brings a key pays the provider: what it may be used for, and what is called how there, is between the two.
  if (caller.kind === "own-key") {
    return ok(model ? { ...model, name, askedAs: name } : unknownModel(name, provider ?? door.provider))
  }
  const allowed = caller.tier === "premium" || model?.name === freeModel || onTheHouse
  if (allowed && model) return ok(model)
  if (provider !== undefined && deps.providers.ours(provider) === undefined) {
    return err({ kind: "refused", reason: "no-provider-key", param: keyNames[provider] })
  }
  const availableModels = namesFor(deps.catalogue, caller.tier)
  const upgrade = { upgradeUrl: deps.config.upgradeUrl }
  if (caller.tier === "free")
    return err({ kind: "model-not-allowed", model: native.model, availableModels, ...upgrade })
  const unreached = provider === undefined ? unreachedProviderOf(deps, name) : undefined
  if (unreached) return err({ kind: "refused", reason: "no-provider-key", param: keyNames[unreached] })
  const disabled = deps.catalogue.disabled(name, provider)
  if (pieces) {
    const command = `npm run admin -- prices set ${provider ?? door.provider} ${name} --${pieces.by} USD`
    return err({ kind: "refused", reason: "model-unpriced", param: command })
  }
  if (disabled) return err({ kind: "refused", reason: "model-unpriced", param: disabled.command })
  return err({ kind: "model-not-found", model: native.model })
}

/** The provider without a key that a model is known to be of. */
function unreachedProviderOf({ providers }: Choosing, name: string): ProviderId | undefined {
  const home = providerIds.find((id) => modelsOf(id).includes(name))
  return home !== undefined && providers.ours(home) === undefined ? home : undefined
}

/** The model and, where the door or the caller names one, its provider; undefined where that is nobody. */
function askedFor({ door, api, native: { model, providerName }, caller }: Ask): Asked | undefined {
  if (!door.takesAll) return { name: model, provider: door.provider }
  const { name, provider } = namedIn(model, providerName)
  // A key belongs to one provider, and is not tried at others: the one that is named, or whose door it came to.
  const isUnnamed = provider === undefined || (provider === "unknown" && providerName === undefined)
  if (caller.kind === "own-key" && isUnnamed) return { name: model, provider: door.provider }
  // Only the chat is translated: who asks for responses, pictures or speech asks the provider they are of.
  if (api !== door.apis[0]) {
    return provider === undefined || provider === door.provider ? { name, provider: door.provider } : undefined
  }
  if (provider === "unknown") return providerName === undefined ? { name: model, provider: undefined } : undefined
  return { name, provider }
}

interface Asked {
  readonly name: string
  readonly provider: ProviderId | undefined
}

function namedIn(model: string, providerName: string | undefined): ReturnType<typeof splitModelName> {
  if (providerName === undefined) return splitModelName(model)
  return { name: model, provider: providerNamed(providerName) ?? "unknown" }
}

function unknownModel(name: string, provider: ProviderId): OfferedModel {
  return { name, displayName: name, provider, askedAs: name, price: unpriced, priceVersion: "", listed: false }
}

/** Who answers: the operator's account with the model's provider, or the caller's own. */
export function providerFor(
  deps: Choosing,
  { caller, elsewhere }: Ask,
  model: OfferedModel,
): Result<Provider, Failure> {
  const id = model.provider
  const provider =
    caller.kind === "own-key" ? deps.providers.withKey(id, caller.key, elsewhere?.(id)) : deps.providers.ours(id)
  if (provider) return ok(provider)
  if (id === "azure" && caller.kind === "own-key") return err({ kind: "refused", reason: "azure-incomplete" })
  return err({ kind: "refused", reason: "no-provider-key", param: keyNames[id] })
}

/** For calls that nobody pays us for. */
const unpriced: PriceRow = { inputPerMillion: 0, cachedPerMillion: 0, cacheWritePerMillion: 0, outputPerMillion: 0 }
