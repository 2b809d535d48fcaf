import { err, ok, type Result } from "#core/lib/result.ts"
import { parseJson } from "#core/lib/fields.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import type { ListedByProvider, ProviderList } from "#core/providers/provider-list.ts"
import { type ProviderId, providerNames } from "#core/providers/registry.ts"
import type { Provider, Providers } from "../providers/provider.ts"
import type { KeyLease } from "../providers/provider-keys.ts"
import { readText } from "../../outbound/bounded-reads.ts"

/** Whether a provider has a list of its own that this program reads. */
export function hasProviderList(provider: ProviderId): boolean {
  return gatewayOf[provider].ownList !== undefined
}

/** Whether a model that is not in its provider's list cannot be called. */
export function tellsPresence(provider: ProviderId): boolean {
  return gatewayOf[provider].ownList?.tellsPresence === true
}

/** The models of a provider's own list. Entries that are no models are left out; a field of the wrong type counts as missing. */
export function readProviderList(provider: ProviderId, json: unknown): readonly ListedByProvider[] {
  return gatewayOf[provider].ownList?.read(json) ?? []
}

const longestList = 4 * 1024 * 1024
const patienceMs = 10_000

/**
 * Asks a provider for its own list with each of the operator's keys: a model that one of them may call is there. The error is
 * one sentence.
 */
export async function fetchProviderList(
  providers: Pick<Providers, "ours">,
  id: ProviderId,
): Promise<Result<readonly ListedByProvider[], string>> {
  const { ownList } = gatewayOf[id]
  const provider = providers.ours(id)
  const name = providerNames[id]
  if (ownList === undefined) return err(`${name} has no list that is read here`)
  if (provider === undefined || provider.pretend === true) return err(`${name} has no key`)
  const models = new Map<string, ListedByProvider>()
  const tried = new Set<number>()
  for (;;) {
    const lease = provider.keys.take("", tried)
    if (lease === undefined || tried.has(lease.index)) break
    tried.add(lease.index)
    const listed = await listForKey(provider, ownList, lease)
    // The models of that key are then unknown, so no model can be reported as missing; the same where a key rests.
    if (!listed.ok) return err(`${name}'s list ${listed.error}`)
    for (const model of listed.value) models.set(model.id, model)
  }
  if (tried.size < provider.keys.count) return err(`${name}'s list cannot be asked for with every key now`)
  return models.size === 0 ? err(`${name}'s list has no models`) : ok([...models.values()])
}

async function listForKey(
  { version = "", sign, upstream }: Provider,
  list: ProviderList,
  lease: KeyLease,
): Promise<Result<readonly ListedByProvider[], string>> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const headers = { accept: "application/json", ...list.headers?.(version) }
    const signed = await sign({ path: list.path, headers, body: "" }, lease.key)
    const reply = await upstream({ ...signed, method: "GET" }, { signal, patienceMs })
    const text = await readText(reply.body, longestList + 1)
    if (reply.status !== 200) return err(`answered with ${reply.status}`)
    if (Buffer.byteLength(text) > longestList) return err("has more than 4 MiB")
    return ok(list.read(parseJson(text)))
  } catch {
    return err("does not answer")
  } finally {
    lease.over("left")
  }
}
