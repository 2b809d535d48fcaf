import type { ChatApi, ChatApis } from "#core/providers/registry.ts"
import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { objectsOf } from "#core/lib/fields.ts"
import { readAnswerOptions } from "#core/providers/answer-options.ts"
import { acceptsToolsInChat } from "#core/models/abilities.ts"
import { needsResponsesApi } from "#core/providers/openai/chat-abilities.ts"
import { drawnByForm, nativeApi, translatedApi, type CallApi } from "../apis/call-api.ts"
import type { ApiPrefix } from "../apis/api-prefixes.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Provider } from "../providers/provider.ts"
import type { SearchService } from "../search/search-service.ts"

interface ApiChoice {
  readonly native: NativeCall
  readonly api: ChatApi
  readonly prefix: Pick<ApiPrefix, "takesAll" | "provider" | "apis">
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
  const searching = own.find(({ searches }) => searches === true)
  const byTool = native.searchMost !== undefined && searchesByTool(deps, api)
  const elsewhere = byTool || (api === prefix.apis[0] && refusesToolsInChat(native, model, searching))
  const speaking = (elsewhere ? searching : undefined) ?? own[0]
  if (provider.pretend === true || speaking === undefined) return nativeApi(api, native)
  if (native.pieces !== undefined && model.provider !== prefix.provider) return drawnByForm(speaking, api, native)
  if (model.provider === prefix.provider && (!elsewhere || speaking.searches !== true)) return nativeApi(api, native)
  return translatedApi(speaking.adapter, api.clientApi, native, model)
}

/**
 * Some models take function tools in the responses API only, or in a chat only while their thinking is switched off. A
 * call that says nothing of thinking and has an option that only the chat has stays there, where the model can do without.
 */
function refusesToolsInChat({ body }: NativeCall, { abilities }: OfferedModel, other: ChatApi | undefined): boolean {
  const wished = reasoningEfforts.find((effort) => effort === body["reasoning_effort"])
  if (!needsResponsesApi(abilities, wished, objectsOf(body["tools"]).length > 0)) return false
  const mayNotThink =
    wished === undefined && acceptsToolsInChat(abilities, "none") && abilities.efforts.includes("none")
  return !mayNotThink || other?.adapter.unsupportedOption?.(readAnswerOptions(body), abilities) === undefined
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
