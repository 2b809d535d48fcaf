import type { Adapter } from "./adapter.ts"
import { alibaba } from "./alibaba/provider.ts"
import { anthropic } from "./anthropic/provider.ts"
import { azure } from "./azure/provider.ts"
import { baidu } from "./baidu/provider.ts"
import { byteDance } from "./bytedance/provider.ts"
import type { ClientApi, NativeCall } from "./client-api.ts"
import { google } from "./google/provider.ts"
import { iflytek } from "./iflytek/provider.ts"
import type { ProviderManifest } from "./manifest.ts"
import { moonshot } from "./moonshot/provider.ts"
import { openAi } from "./openai/provider.ts"
import { stability } from "./stability/provider.ts"
import { tencent } from "./tencent/provider.ts"

/** Every provider. Their order is the one that lists of providers and of their models have. */
const manifests = [
  openAi,
  azure,
  google,
  anthropic,
  baidu,
  byteDance,
  alibaba,
  tencent,
  moonshot,
  iflytek,
  stability,
] as const

type Manifest = (typeof manifests)[number]

/** A provider's word in paths, prices, the configuration and stored data. */
export type ProviderId = Manifest["id"]

/** The name under which one field of a user's own access is stored. */
export type OwnField = Manifest["ownFields"][number]["name"]

/** The provider of a model that is named without one. The pretend model answers as this provider would. */
export const homeProvider: ProviderId = openAi.id

export const providerIds: readonly ProviderId[] = manifests.map(({ id }) => id)

/** The manifest of each provider. */
export const manifestOf = byProvider((manifest) => manifest)

/** The names the page shows and `model@provider` is written with. */
export const providerNames = byProvider(({ name }) => name)

/** One value for each provider. */
function byProvider<Value>(valueOf: (manifest: ProviderManifest) => Value): Readonly<Record<ProviderId, Value>> {
  return Object.fromEntries(manifests.map((manifest) => [manifest.id, valueOf(manifest)])) as Record<ProviderId, Value>
}

/** Where our gateway answers in the provider's own shape. */
export function prefixOf(provider: ProviderId): string {
  return `/api/${provider}`
}

/** The provider by its name as people write it, in any case; undefined for a name nobody has. */
export function providerNamed(name: string): ProviderId | undefined {
  const lower = name.trim().toLowerCase()
  return providerIds.find((id) => id === lower)
}

export type TakenForm = "texts" | "file" | "pictures"

/** One API of a provider: what it says, and what its clients expect. */
export interface ChatApi {
  readonly adapter: Adapter<unknown>
  readonly clientApi: ClientApi
  /** Its `encodeChat` asks the provider's own search tool where a request wants the web. */
  readonly searches?: boolean
  /** Its calls are forms: of texts alone, with a recording, or with pictures. */
  readonly takesForms?: TakenForm
  /** Its answers are sound. */
  readonly gives?: "sound"
  /** Understands the answer to one call, where that takes the call; absent: `adapter` does. */
  readonly adapterFor?: (call: NativeCall) => Adapter<unknown>
}

/** The APIs of each provider, the one for chats first. */
export type ChatApis = Partial<Readonly<Record<ProviderId, readonly ChatApi[]>>>
