import type { ChatApi, ChatApis } from "#core/providers/registry.ts"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { objectsOf } from "#core/lib/fields.ts"
import { needsResponsesApi } from "#core/providers/openai/chat-abilities.ts"
import { drawnByForm, nativeApi, translatedApi, type CallApi } from "../apis/call-api.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Provider } from "../providers/provider.ts"
import type { SearchService } from "../search/search-service.ts"

interface ApiChoice {
  readonly native: NativeCall
  readonly api: ChatApi
  readonly prefix: { readonly takesAll: boolean; readonly provider: string }
}

/**
 * The language a call's provider is spoken to in. As the caller speaks it, where that is the provider's own; else, and
 * where only another API of the provider has its search tool, or takes the call's tools, translated.
 */
export function chooseApi(
  deps: { readonly apis: ChatApis; readonly searchService: SearchService | undefined },
  { native, api, prefix }: ApiChoice,
  model: OfferedModel,
  provider: Provider,
): CallApi {
  const own = deps.apis[model.provider] ?? []
  const isChat = api === own[0] || model.provider !== prefix.provider
  const byTool = native.searchMost !== undefined && searchesByTool(deps, api)
  const elsewhere = byTool || (isChat && refusesToolsInChat(native, model))
  const speaking = (elsewhere ? own.find(({ searches }) => searches === true) : undefined) ?? own[0]
  if (provider.pretend === true || speaking === undefined) return nativeApi(api, native)
  if (native.pieces !== undefined && model.provider !== prefix.provider) return drawnByForm(speaking, api, native)
  if (model.provider === prefix.provider && (!elsewhere || speaking.searches !== true)) return nativeApi(api, native)
  return translatedApi(speaking.adapter, api.clientApi, native, model.provider)
}

/**
 * Some models take function tools in the responses API only, or in a chat only while their thinking is switched off.
 */
function refusesToolsInChat({ body }: NativeCall, { abilities }: OfferedModel): boolean {
  const wished = reasoningEfforts.find((effort) => effort === body["reasoning_effort"])
  return needsResponsesApi(abilities, wished, objectsOf(body["tools"]).length > 0)
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
