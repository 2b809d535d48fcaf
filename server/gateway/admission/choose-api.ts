import { type ChatApi, type ChatApis, homeProvider, prefixOf } from "#core/providers/registry.ts"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { objectsOf } from "#core/lib/fields.ts"
import { readAnswerOptions } from "#core/providers/answer-options.ts"
import { acceptsToolsInChat } from "#core/models/abilities.ts"
import { needsResponsesApi } from "#core/providers/openai/chat-abilities.ts"
import { drawnByForm, nativeApi, translatedApi, type CallApi } from "../apis/call-api.ts"
import { losesSettings } from "../apis/lost-settings.ts"
import type { ApiPrefix } from "../apis/api-prefixes.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Provider } from "../providers/provider.ts"
import type { SearchService } from "../search/search-service.ts"

interface ApiChoice {
  readonly native: NativeCall
  readonly api: ChatApi
  readonly prefix: Pick<ApiPrefix, "surface" | "takesAll" | "provider" | "apis">
  /** The provider has just refused the call's tools in a chat, and named its other API. */
  readonly wereToolsRefused?: boolean
}

/**
 * The language a call's provider is spoken to in. As the caller speaks it, where that is the provider's own; else, and
 * where only another API of the provider has its search tool, or takes the call's tools, translated.
 */
export function chooseApi(
  deps: { readonly apis: ChatApis; readonly searchService: SearchService | undefined },
  choice: ApiChoice,
  model: OfferedModel,
  provider: Provider,
): CallApi {
  const { native, api, prefix } = choice
  const own = deps.apis[model.provider] ?? []
  const searching = own.find(({ searches }) => searches === true)
  const byTool = native.searchMost !== undefined && searchesByTool(deps, api)
  const elsewhere = byTool || (api === prefix.apis[0] && takesToolsElsewhere(choice, model, provider, searching))
  const speaking = (elsewhere ? searching : undefined) ?? own[0]
  if (provider.pretend === true || speaking === undefined) return nativeApi(api, native)
  if (native.pieces !== undefined && model.provider !== prefix.provider) return drawnByForm(speaking, api, native)
  if (model.provider === prefix.provider && (!elsewhere || speaking.searches !== true)) return nativeApi(api, native)
  return translatedApi(speaking.adapter, api.clientApi, native, model)
}

/**
 * Some models take function tools in the responses API only, or in a chat only while their thinking is switched off. A
 * program's call goes there from the start at the provider's own address alone, since a compatible server may have no such API.
 * Where the model may do without thinking, or the chat has refused the tools, nothing that the call names is lost on the way.
 */
function takesToolsElsewhere(
  { native, prefix, wereToolsRefused = false }: ApiChoice,
  { abilities }: OfferedModel,
  { isHome = false }: Provider,
  other: ChatApi | undefined,
): boolean {
  const wished = reasoningEfforts.find((effort) => effort === native.body["reasoning_effort"])
  if (!needsResponsesApi(abilities, wished, objectsOf(native.body["tools"]).length > 0)) return false
  const isOfPage = prefix.surface === prefixOf(homeProvider)
  if (!isOfPage && !isHome && !wereToolsRefused) return false
  const mayNotThink =
    wished === undefined && acceptsToolsInChat(abilities, "none") && abilities.efforts.includes("none")
  if (!mayNotThink && (isOfPage || !wereToolsRefused)) return true
  if (other?.adapter.unsupportedOption?.(readAnswerOptions(native.body), abilities) !== undefined) return false
  return isOfPage || !losesSettings(native, abilities)
}

/**
 * How often a call may search the web: what it asks for, where there is somebody to search. Asked for in a chat of
 * OpenAI's shape, which has no such tool, it is the provider's other API that searches, or a search service.
 */
export function searchMostOf(
  deps: { readonly apis: ChatApis; readonly searchService: SearchService | undefined },
  { native, api, prefix }: ApiChoice,
  model: OfferedModel,
  provider: Provider,
): number | undefined {
  const { searchMost } = native
  if (searchMost === undefined || !prefix.takesAll || api.searches === true || provider.pretend === true)
    return searchMost
  const byTool = (deps.apis[model.provider] ?? []).some(({ searches }) => searches === true)
  return deps.searchService !== undefined || byTool ? searchMost : undefined
}

/** Where a search service is configured, the gateway asks it instead of the provider's tool. */
function searchesByTool(
  { searchService }: { readonly searchService: SearchService | undefined },
  { searches }: ChatApi,
): boolean {
  return searchService === undefined && searches !== true
}
