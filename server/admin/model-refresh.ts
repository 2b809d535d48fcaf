import { nameOf } from "#core/models/check-catalogue.ts"
import type { RowFields } from "#core/models/merge-rows.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import type { Config } from "../config.ts"
import type { Finding } from "../gateway/models/catalogue-state.ts"
import type { CatalogueBooks, CatalogueWriter, LayeredState } from "../gateway/models/catalogue-store.ts"
import { freshProblem } from "../gateway/models/fresh-problem.ts"
import { isByTheBook, isReached } from "../gateway/models/model-presence.ts"
import { parseRowFields } from "../gateway/models/model-file.ts"
import { readModelsDev } from "../gateway/models/models-dev.ts"
import {
  findingOf,
  onlyFindings,
  planRefresh,
  type RefreshContext,
  type RefreshInput,
  type RefreshPlan,
  wantedFrom,
} from "../gateway/models/plan-refresh.ts"
import type { ListedByProvider } from "#core/providers/provider-list.ts"
import { hasProviderList, tellsPresence } from "../gateway/models/provider-lists.ts"
import type { Refusal } from "./operations.ts"

export interface RefreshOptions {
  /** A file or an address; absent: `MODELS_URL`, where that is set and the providers' own lists are not asked instead. */
  readonly from?: string | undefined
  /** The providers' own lists, with the operator's keys. */
  readonly keys: boolean
  readonly write: boolean
  /** Ids whose price may jump, or that are older and still wanted. */
  readonly accept: readonly string[]
}

export interface RefreshView extends Omit<RefreshPlan, "rows" | "findings"> {
  readonly written: boolean
  /** Where it was read. */
  readonly sources: readonly string[]
}

/** Takes facts about models from lists into the catalogue. */
export interface ModelRefresh {
  /** Shows what lists would change, and changes it with `write`. */
  refresh(options: RefreshOptions): Promise<Result<RefreshView, Refusal>>
  /** Takes dates and presence from the providers' own lists, or from one of them; the sentences are for the log. */
  watch(provider?: ProviderId): Promise<readonly string[]>
}

export interface ModelRefreshOptions {
  readonly store: CatalogueBooks
  readonly shipped: readonly ModelRow[]
  /** Epoch ms. */
  readonly now: () => number
  readonly config: Config
  /** The text of a list of models; the error is one sentence that names it. */
  readonly readSource: (from: string) => Promise<Result<string, string>>
  /** A provider's own list; the error is one sentence. */
  readonly fetchList: (provider: ProviderId) => Promise<Result<readonly ListedByProvider[], string>>
  /** The catalogue was changed. */
  readonly onChange?: () => unknown
}

export function createModelRefresh(options: ModelRefreshOptions): ModelRefresh {
  const { config, store, shipped, now } = options
  const change = changing(options)

  async function inputFrom(from: string | undefined, asked: readonly ProviderId[], accept: readonly string[]) {
    const state = await store.read()
    const accepted = new Set(accept)
    const sources: string[] = []
    const notes: string[] = []
    let listed: RefreshInput["listed"] = []
    if (from !== undefined) {
      const text = await options.readSource(from)
      if (!text.ok) return invalid(text.error)
      const read = readModelsDev(text.value, wantedFrom({ shipped, state, accepted }))
      if (!read.ok) return invalid(`${from} ${read.error}`)
      listed = read.value
      sources.push(from)
    }
    const lists: { provider: ProviderId; models: readonly ListedByProvider[] }[] = []
    const answers = await Promise.all(asked.map(async (provider) => ({ provider, models: await listOf(provider) })))
    for (const { provider, models } of answers) {
      if (models.ok) {
        lists.push({ provider, models: models.value })
        sources.push(`${providerNames[provider]}'s own list`)
      } else notes.push(models.error)
    }
    if (sources.length === 0) return invalid(notes.join("; ") || "no provider has a key")
    const input: RefreshInput = { listed, source: (from ?? "").slice(0, 300), lists }
    return ok({ input, accepted, sources, notes })
  }

  async function listOf(provider: ProviderId): Promise<Result<readonly ListedByProvider[], string>> {
    if (!hasProviderList(provider)) return err(`${providerNames[provider]} has no list that is read here`)
    const models = await options.fetchList(provider)
    return models.ok ? models : err(`${models.error}; it is left out`)
  }

  const reached = () => providerIds.filter((id) => isReached(config, id))

  const contextOf = (state: LayeredState, accepted: ReadonlySet<string>): RefreshContext => {
    return { shipped, state, accepted, isHome: (id) => isByTheBook(config, id), now: now() }
  }

  async function writePlan(
    state: LayeredState,
    write: CatalogueWriter,
    plan: RefreshPlan,
  ): Promise<Result<void, Refusal>> {
    const [first] = plan.doubtful
    if (first) {
      const accepts = plan.doubtful.map(({ id }) => `--accept ${id}`).join(" ")
      return err({
        kind: "conflict",
        message: `${nameOf(first)}: ${first.why}; nothing is written. If that is right: ${accepts}`,
      })
    }
    for (const row of plan.rows) {
      const read = parseRowFields(JSON.parse(JSON.stringify(row)))
      if (!read.ok) return invalid(`${nameOf(row)}: ${read.error}`)
    }
    const fresh = freshProblem(shipped, state, {
      rows: [...state.refreshed.filter(isKept), ...plan.rows, ...state.own],
    })
    if (fresh !== undefined) return invalid(fresh)
    for (const row of plan.rows) await write.putRow(row, "refreshed")
    for (const finding of plan.findings) {
      await write.putFinding({ ...findingOf(state.findings, finding.provider, finding.id), ...finding })
    }
    return ok(undefined)

    function isKept(row: RowFields): boolean {
      return !plan.rows.some((one) => isSame(one, row))
    }
  }

  return {
    async refresh({ from, keys, write, accept }) {
      const source = from ?? (keys ? undefined : config.modelsUrl)
      if (source === undefined && !keys)
        return invalid("where from? --from FILE or URL, MODELS_URL, or --keys for the providers' own lists")
      const gathered = await inputFrom(source, keys ? reached() : [], accept)
      if (!gathered.ok) return gathered
      const { input, accepted, sources, notes } = gathered.value
      const view = ({ added, changes, doubtful, notes: more }: RefreshPlan, written: boolean): RefreshView => {
        return { added, changes, doubtful, notes: [...notes, ...more], written, sources }
      }
      if (!write) return ok(view(planRefresh(input, contextOf(await store.read(), accepted)), false))
      return change(async (state, writer) => {
        const plan = planRefresh(input, contextOf(state, accepted))
        const done = await writePlan(state, writer, plan)
        return done.ok ? ok(view(plan, true)) : done
      })
    },

    async watch(provider) {
      const asked = reached().filter((id) => tellsPresence(id) && (provider === undefined || id === provider))
      const gathered = await inputFrom(undefined, asked, [])
      // No list could be read today: tomorrow is another day.
      if (!gathered.ok) return []
      const { input, accepted } = gathered.value
      const done = await change(async (state, writer) => {
        const plan = onlyFindings(planRefresh(input, contextOf(state, accepted)))
        const written = await writePlan(state, writer, plan)
        return written.ok ? ok(plan.findings) : written
      })
      if (!done.ok) return [done.error.message]
      return done.value.flatMap(newsOf)
    },
  }
}

/** How the catalogue is changed, all of it or nothing; running servers hear of what is done. */
export function changing({ store, onChange }: Pick<ModelRefreshOptions, "store" | "onChange">) {
  return async <Value>(
    decide: (state: LayeredState, write: CatalogueWriter) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Refusal>> => {
    const result = await store.change(decide)
    if (result.ok) await onChange?.()
    return result
  }
}

export function invalid(message: string): { readonly ok: false; readonly error: Refusal } {
  return err({ kind: "invalid", message })
}

export function isSame(one: Pick<RowFields, "provider" | "id">, other: Pick<RowFields, "provider" | "id">): boolean {
  return modelKey(one.provider, one.id) === modelKey(other.provider, other.id)
}

function newsOf({ listed, off, ...model }: Finding): readonly string[] {
  const list = `${providerNames[model.provider]}'s own list`
  const presence = listed ? `${nameOf(model)} stands in ${list}` : `${nameOf(model)} is gone: it is not in ${list}`
  const day = `${nameOf(model)}: ${off == null ? "no day is announced any more" : `leaves on ${off}`}`
  return [...(listed === undefined ? [] : [presence]), ...(off === undefined ? [] : [day])]
}
