import { modelKey } from "#core/models/model-row.ts"
import { type ProviderId, providerIds } from "#core/providers/registry.ts"
import type { Log } from "../../http/log.ts"
import type { Provider, Providers } from "../upstream/provider.ts"
import type { Finding } from "./catalogue-state.ts"
import type { ModelCatalogue } from "./model-catalogue.ts"
import type { ListedByProvider } from "./provider-lists.ts"

/** Looks at the providers' own lists of models: who is there, and who is announced to go. Never at prices. */
export interface ModelWatch {
  /** Every provider's list. Never rejects; what cannot be read is logged and says nothing. */
  lookAtAll(): Promise<void>
  /** One provider's list, at most once in a while: it has refused a model. */
  lookAt(provider: ProviderId): Promise<void>
}

interface WatchOptions {
  readonly providers: Pick<Providers, "ours" | "pretend">
  readonly catalogue: Pick<ModelCatalogue, "rows">
  readonly fetchList: (provider: Provider) => Promise<readonly ListedByProvider[] | undefined>
  readonly note: (findings: readonly Finding[]) => Promise<void>
  readonly log: Log
  /** Epoch ms. */
  readonly now: () => number
}

/** A list that was just read is not read again for a refusal, in ms. */
const freshMs = 60_000

/** Providers whose list has every model that their key may call, and no other. */
const complete: ReadonlySet<ProviderId> = new Set(["openai", "anthropic", "moonshot"])

export function createModelWatch(options: WatchOptions): ModelWatch {
  const { providers, catalogue, fetchList, note, log, now } = options
  const readAt = new Map<ProviderId, number>()

  async function look(id: ProviderId): Promise<void> {
    const provider = complete.has(id) ? providers.ours(id) : undefined
    if (provider === undefined || provider.pretend === true) return
    readAt.set(id, now())
    try {
      const list = await fetchList(provider)
      if (list !== undefined) await compare(id, list)
    } catch (error) {
      log.warn("model-list-unread", { provider: id, error: String(error) })
    }
  }

  async function compare(provider: ProviderId, list: readonly ListedByProvider[]): Promise<void> {
    const listed = new Map(list.map((model) => [modelKey(provider, model.id), model]))
    const rows = catalogue.rows.filter((row) => row.provider === provider && row.kind !== "search")
    const isThere = (id: string) => listed.has(modelKey(provider, id))
    // A list without a single name we know is of another kind of server, and says nothing of ours.
    if (!rows.some(({ id }) => isThere(id))) {
      if (list.length > 0) log.info("model-list-foreign", { provider, listed: list.length })
      return
    }
    await note(
      rows.map(({ id }) => {
        const { off } = listed.get(modelKey(provider, id)) ?? {}
        return { provider, id, listed: isThere(id), ...(off === undefined ? {} : { off }) }
      }),
    )
  }

  return {
    async lookAtAll() {
      await Promise.all(providerIds.map(look))
    },
    async lookAt(provider) {
      if (now() - (readAt.get(provider) ?? -Infinity) > freshMs) await look(provider)
    },
  }
}
