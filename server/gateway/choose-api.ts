import type { ChatApi, ChatApis } from "#core/providers/registry.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import { nativeApi, translatedApi, type CallApi } from "./call-api.ts"
import type { OfferedModel } from "./model-catalogue.ts"
import type { Provider } from "./provider.ts"

interface Ask {
  readonly native: NativeCall
  readonly api: ChatApi
  readonly door: { readonly takesAll: boolean; readonly provider: string }
}

/**
 * The language a call's provider is spoken to in. As the caller speaks it, where that is the provider's own; else, and
 * where only another API of the provider has its search tool, translated.
 */
export function chooseApi(
  deps: { readonly apis: ChatApis },
  { native, api, door }: Ask,
  model: OfferedModel,
  provider: Provider,
): CallApi {
  const searches = native.searchMost !== undefined && door.takesAll
  if (model.provider === door.provider && !(searches && provider.keys.ours)) return nativeApi(api, native)
  const own = deps.apis[model.provider] ?? []
  const speaking = (searches ? own.find(({ searches: can }) => can === true) : undefined) ?? own[0]
  if (speaking === undefined || speaking.adapter === api.adapter) return nativeApi(api, native)
  return translatedApi(speaking.adapter, api.wire, native, model.provider)
}
