import type { Failure } from "../gateway/failure.ts"
import type { Result } from "../lib/result.ts"
import type { Adapter } from "./adapter.ts"
import type { Authorization } from "./authorization.ts"
import type { ClientApi } from "./client-api.ts"
import type { JsonObject } from "../lib/fields.ts"
import type { ProviderList } from "./provider-list.ts"
import type { ChatApi } from "./registry.ts"

/** A provider, as far as only the server must know it: where it lives, what the operator sets, and what is spoken there. */
export interface ProviderGateway {
  /** The names of the operator's settings. */
  readonly settings: ProviderSettings
  /** The provider's own address; absent: each operator has another one (Azure). */
  readonly home?: string
  /**
   * The common beginning of every path after the address, for clients too: their SDKs put it before the path. Absent:
   * none.
   */
  readonly basePath?: string
  /**
   * An address without what of the provider's paths people write behind it; `address` has no slash at its end. Absent: the
   * usual beginnings (`/v1`, `/api` …) are taken off.
   */
  withoutPath?(address: string): string
  readonly authorization: Authorization
  /** The headers by which its clients choose how they are answered, in lower case; its wires see no others. */
  readonly clientHeaders?: readonly string[]
  /** Whether a client, by its headers, reads nothing of an event but its data: it gets no ids of frames. */
  readsDataOnly?(headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean
  /** The APIs it is asked by, and its clients speak at its prefix; the one for chats first. */
  readonly apis: readonly [ChatApi, ...ChatApi[]]
  /** Its paths, below its prefix; absent: whatever its APIs take. */
  readonly paths?: readonly string[]
  /** Its API is ours, too: spoken at the root of our server, where models of every provider may be asked for. */
  readonly atRoot?: AtRoot
  /** Its own list of its models, asked for what is there and what it accepts; absent: none is read. */
  readonly ownList?: ProviderList
  /** How its clients are told our models of it; absent: they have no list. */
  readonly clientList?: ClientList
  /** Its call that counts tokens, which has no price; absent: there is none. */
  readonly tokenCount?: TokenCount
  /** Under what name the price package has its prices, and models.dev its models; absent: the package has none, its id. */
  readonly pricePackageName?: string
  readonly modelsDevName?: string
  /** The operator may give its models other names, by which the provider is then asked (deployments, endpoints). */
  readonly takesGivenNames?: true
  /** It refuses a setting in OpenAI's words, from which can be read what to leave out when it is asked again. */
  readonly refusesAsOpenAi?: true
  /** The most that it adds to a prompt with tools of the caller's besides their definitions, in tokens. */
  readonly toolTokens?: number
}

/** A list of our models of a provider, as its clients ask for it. */
export interface ClientList {
  /** Below its prefix. */
  readonly paths: readonly string[]
  present(models: readonly { readonly name: string; readonly displayName: string }[]): JsonObject
}

/** A call that counts the tokens of a prompt: a POST to `…/<model>:<verb>`. */
export interface TokenCount {
  /** The beginnings of its path, below its prefix. */
  readonly under: readonly string[]
  readonly verb: string
  /** The body to send on, with what is allowed of it. */
  read(json: unknown): Result<JsonObject, Failure>
}

/** The names of the settings by which an operator gives a provider. Each is optional. */
export interface ProviderSettings {
  /** Keys, separated by commas; two names where a key has two words, whose values are then paired in their order. */
  readonly keys: readonly [string] | readonly [string, string]
  readonly url: string
  /** The version of its API that is sent where the client names none. */
  readonly version?: { readonly name: string; readonly usual: string }
  readonly organization?: string
}

export interface AtRoot {
  /** The beginning of its paths. */
  readonly surface: string
  readonly apis: readonly ChatApi[]
}

/** One API of a provider. */
export function api<State>(
  adapter: Adapter<State>,
  clientApi: ClientApi,
  more: Omit<ChatApi, "adapter" | "clientApi"> = {},
): ChatApi {
  return { adapter: adapter as Adapter<unknown>, clientApi, ...more }
}
