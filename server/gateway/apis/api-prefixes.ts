import { gatewayOf } from "#core/providers/gateways.ts"
import {
  type ChatApi,
  type ChatApis,
  homeProvider,
  prefixOf,
  type ProviderId,
  providerIds,
} from "#core/providers/registry.ts"
import { pathAt } from "./path-at.ts"

/** Where a call came in: which provider's API is spoken there. */
export interface ApiPrefix {
  readonly provider: ProviderId
  /** The prefix, for the log and for what an `Idempotency-Key` was used for. */
  readonly surface: string
  readonly apis: readonly ChatApi[]
  /** Models of every provider may be asked for, in this prefix's API. */
  readonly takesAll: boolean
  /** Its routes. */
  readonly paths: readonly string[]
}

/** The chat APIs this gateway speaks, by provider. */
export const chatApis: ChatApis = Object.fromEntries(providerIds.map((id) => [id, gatewayOf[id].apis]))

/** The prefixes at the root of the server. */
const rootPrefixes: readonly ApiPrefix[] = providerIds.flatMap((provider) => {
  const { atRoot, paths = [] } = gatewayOf[provider]
  return atRoot === undefined ? [] : [{ provider, ...atRoot, takesAll: true, paths }]
})

/** The prefixes at the providers' own prefixes. */
const providerPrefixes: readonly ApiPrefix[] = providerIds.map((provider) => {
  const { apis, paths = ["/*"], atRoot } = gatewayOf[provider]
  const surface = prefixOf(provider)
  return { provider, surface, apis, takesAll: atRoot !== undefined, paths: paths.map((path) => surface + path) }
})

/** Every prefix at which a chat may come in. */
export const apiPrefixes: readonly ApiPrefix[] = [...rootPrefixes, ...providerPrefixes]

/** The API that the client of a stored run used: its request hash begins with the called path. */
export function apiFor({ requestHash }: { readonly requestHash: string }): ChatApi {
  const called = requestHash.split(" ")[0] ?? ""
  const prefix = providerPrefixes.find(({ surface }) => called.startsWith(`${surface}/`))
  const path = prefix ? pathAt(prefix, called) : called
  const usual = gatewayOf[homeProvider].apis
  return (prefix?.apis ?? usual).find(({ clientApi }) => clientApi.isCall(path)) ?? usual[0]
}
