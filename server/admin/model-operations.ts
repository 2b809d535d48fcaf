import { catalogueProblems, catalogueWarnings, nameOf } from "#core/models/check-catalogue.ts"
import { splitModelName } from "#core/models/custom-models.ts"
import { indexRows } from "#core/models/find-row.ts"
import { mergeFields, mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import { modelKey, type ModelKind, type ModelRow, priceAt } from "#core/models/model-row.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type ProviderId, providerIds, providerNames } from "#core/providers/registry.ts"
import type { Finding } from "../gateway/models/catalogue-state.ts"
import type { CatalogueBooks, CatalogueWriter, LayeredState } from "../gateway/models/catalogue-store.ts"
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
import type { ListedByProvider } from "../gateway/models/provider-lists.ts"
import { hasProviderList } from "../gateway/models/provider-lists.ts"
import { type ListFacts, listModels, type ModelListView, type ModelView } from "./model-list.ts"
import type { Refusal } from "./operations.ts"
import { unknownProvider } from "./price-operations.ts"

/** What an operator says of a model; the rest is as its name suggests, or as its likeness. Prices in whole micro-dollars. */
export interface NewModel {
  readonly provider: string
  readonly id: string
  /** `id` or `id@Provider`: whose abilities, limits and, without a price of its own, price it has. */
  readonly like?: string | undefined
  readonly name?: string | undefined
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cachedInput?: number | undefined
  readonly cacheWrite?: number | undefined
  readonly window?: number | undefined
  readonly outputMost?: number | undefined
  readonly sees?: readonly string[] | undefined
  readonly efforts?: readonly string[] | undefined
  readonly kind?: ModelKind | undefined
}

/** What a change made of a model, and what an operator should know beside it. */
export interface ModelChangeView {
  readonly outcome: "added" | "changed" | "retired" | "revived"
  readonly model: ModelView
  readonly notes: readonly string[]
}

export interface AliasView {
  readonly asked: string
  /** Absent: the alias is removed. */
  readonly called?: string
  readonly notes: readonly string[]
}

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

export interface ModelOperations {
  list(all: boolean): Promise<ModelListView>
  add(model: NewModel): Promise<Result<ModelChangeView, Refusal>>
  setAlias(asked: string, called: string): Promise<Result<AliasView, Refusal>>
  removeAlias(asked: string): Promise<Result<AliasView, Refusal>>
  /** `on`: a day, `YYYY-MM-DD`; absent, or not in the future: at once, for every server. */
  retire(
    provider: string,
    id: string,
    how: { readonly on?: string | undefined; readonly successor?: string | undefined },
  ): Promise<Result<ModelChangeView, Refusal>>
  /** Undoes that it is gone, however that was found, and forgets what was learned of its refusals. */
  revive(provider: string, id: string): Promise<Result<ModelChangeView, Refusal>>
  /** Shows what lists would change, and changes it with `write`. */
  refresh(options: RefreshOptions): Promise<Result<RefreshView, Refusal>>
  /** Takes dates and presence from the providers' own lists, as every day; the sentences are for the log. */
  watch(): Promise<readonly string[]>
}

export interface ModelOperationsOptions extends Omit<ListFacts, "now"> {
  readonly store: CatalogueBooks
  readonly shipped: readonly ModelRow[]
  readonly now: () => number
  readonly modelsUrl?: string | undefined
  /** The text of a list of models; the error is one sentence that names it. */
  readonly readSource: (from: string) => Promise<Result<string, string>>
  /** A provider's own list; the error is one sentence. */
  readonly fetchList: (provider: ProviderId) => Promise<Result<readonly ListedByProvider[], string>>
  /** The catalogue was changed. */
  readonly onChange?: () => unknown
}

const invalid = (message: string): { readonly ok: false; readonly error: Refusal } => err({ kind: "invalid", message })

export function createModelOperations(options: ModelOperationsOptions): ModelOperations {
  const { store, shipped, now, onChange = () => {} } = options
  const today = () => new Date(now()).toISOString().slice(0, 10)

  /** Writes with `decide` what leaves the catalogue without a mistake that was not in it before, or nothing. */
  async function change<Value>(
    decide: (state: LayeredState, write: CatalogueWriter) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Refusal>> {
    const result = await store.change(decide)
    if (result.ok) await onChange()
    return result
  }

  function checked(state: LayeredState, after: Partial<Pick<LayeredState, "rows" | "aliases">>): Result<void, Refusal> {
    const before = new Set(catalogueProblems(mergeRows(shipped, state.rows), state.aliases))
    const problems = catalogueProblems(mergeRows(shipped, after.rows ?? state.rows), after.aliases ?? state.aliases)
    const fresh = problems.find((problem) => !before.has(problem))
    return fresh === undefined ? ok(undefined) : invalid(fresh)
  }

  /** Puts an operator's row in the place of what they said of it before. */
  async function putOwn(state: LayeredState, write: CatalogueWriter, row: RowFields): Promise<Result<void, Refusal>> {
    const read = parseRowFields(JSON.parse(JSON.stringify(row)))
    if (!read.ok) return invalid(`${row.id} (${row.provider}): ${read.error}`)
    const others = state.rows.filter((one) => !(state.own.includes(one) && isSame(one, row)))
    const check = checked(state, { rows: [...others, read.value] })
    if (!check.ok) return check
    await write.putRow(read.value)
    return ok(undefined)
  }

  function known(state: LayeredState, provider: string, id: string): Result<ModelRow, Refusal> {
    const unknown = unknownProvider(provider)
    if (unknown) return err(unknown)
    const row = indexRows(mergeRows(shipped, state.rows)).find(provider as ProviderId, id)
    return row ? ok(row) : err({ kind: "not-found", message: `there is no model ${id} (${provider}) in the catalogue` })
  }

  async function viewOf({ provider, id }: Pick<RowFields, "provider" | "id">): Promise<ModelView> {
    const { models } = listModels(shipped, await store.read(), facts(), true)
    const view = models.find((model) => isSame(model, { provider, id }))
    if (view === undefined) throw new Error(`${id} (${provider}) was written and is not there`)
    return view
  }

  const facts = (): ListFacts => ({ ...options, now: now() })

  async function changed(
    outcome: ModelChangeView["outcome"],
    of: Result<{ readonly row: Pick<RowFields, "provider" | "id">; readonly notes: readonly string[] }, Refusal>,
  ): Promise<Result<ModelChangeView, Refusal>> {
    return of.ok ? ok({ outcome, model: await viewOf(of.value.row), notes: of.value.notes }) : of
  }

  async function inputFrom(from: string | undefined, keys: boolean, accept: readonly string[]) {
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
    for (const provider of keys ? providerIds.filter(options.isReached) : []) {
      if (!hasProviderList(provider)) {
        notes.push(`${providerNames[provider]} has no list that is read here`)
        continue
      }
      const models = await options.fetchList(provider)
      if (models.ok) {
        lists.push({ provider, models: models.value })
        sources.push(`${providerNames[provider]}'s own list`)
      } else notes.push(`${models.error}; it is left out`)
    }
    if (sources.length === 0) return invalid(notes.join("; ") || "no provider has a key")
    const input: RefreshInput = { listed, source: (from ?? "").slice(0, 300), lists }
    return ok({ input, accepted, sources, notes })
  }

  const contextOf = (state: LayeredState, accepted: ReadonlySet<string>): RefreshContext => {
    return { shipped, state, accepted, isHome: options.isHome, now: now() }
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
    const check = checked(state, { rows: [...state.refreshed.filter(isKept), ...plan.rows, ...state.own] })
    if (!check.ok) return check
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
    list: async (all) => listModels(shipped, await store.read(), facts(), all),

    async add(model) {
      const unknown = unknownProvider(model.provider)
      if (unknown) return err(unknown)
      const key = { provider: model.provider as ProviderId, id: model.id }
      if ((model.input === undefined) !== (model.output === undefined))
        return invalid("a price has both --input and --output")
      if (model.input === undefined && (model.cachedInput !== undefined || model.cacheWrite !== undefined))
        return invalid("--cached and --cache-write stand beside --input and --output")
      let outcome: ModelChangeView["outcome"] = "added"
      const done = await change(async (state, write) => {
        const index = indexRows(mergeRows(shipped, state.rows))
        const before = index.find(key.provider, key.id)
        const own = state.own.find((row) => isSame(row, key))
        const likeness =
          model.like === undefined ? undefined : index.named(model.like, likeHome(model.like, key.provider))
        if (model.like !== undefined && likeness === undefined)
          return err<Refusal>({ kind: "not-found", message: `there is no model ${model.like} to be like` })
        const said = fieldsSaid(model)
        if (before !== undefined && (likeness !== undefined || Object.keys(said).length === 0))
          return err<Refusal>({ kind: "conflict", message: `${nameOf(before)} is in the catalogue already` })
        outcome = before === undefined ? "added" : "changed"
        const price = pricesSaid(model, before, today())
        const copied = likeness === undefined ? {} : copiedFrom(likeness, now())
        const origin = likeness === undefined ? "set by the operator" : `like ${nameOf(likeness)}`
        const fields = { ...copied, ...said, ...price, ...(before ? {} : { source: origin, read: today() }) }
        const row = mergeFields<RowFields>(own ?? key, { ...key, ...fields } as RowFields)
        const put = await putOwn(state, write, row)
        if (!put.ok) return put
        const notes: string[] = []
        if (likeness && model.input === undefined && row.prices !== undefined)
          notes.push(`its price is that of ${nameOf(likeness)}: set its own with prices set ${key.provider} ${key.id}`)
        if (before === undefined && row.prices === undefined)
          notes.push(
            `it has no price, so it is not offered: prices set ${key.provider} ${key.id} --input USD --output USD`,
          )
        return ok({ row, notes })
      })
      return changed(outcome, done)
    },

    async setAlias(asked, named) {
      const called = named.trim()
      const done = await change(async (state, write) => {
        if (!bareName.test(asked)) return invalid(`an alias is a bare name, without a provider: "${asked}"`)
        const aliases = [...state.aliases.filter((one) => one.asked !== asked), { asked, called }]
        const check = checked(state, { aliases })
        if (!check.ok) return check
        await write.putAlias({ asked, called })
        return ok(undefined)
      })
      if (!done.ok) return done
      const list = listModels(shipped, await store.read(), facts(), true)
      const from = list.models.find(({ id }) => id === asked)
      const to = list.models.find(({ aliases }) => aliases.includes(asked))
      return ok({ asked, called, notes: to ? aliasNotes(from, to) : [] })
    },

    async removeAlias(asked) {
      const done = await change(async (state, write): Promise<Result<void, Refusal>> => {
        if (!state.aliases.some((one) => one.asked === asked))
          return err({ kind: "not-found", message: `there is no alias ${asked}` })
        await write.removeAlias(asked)
        return ok(undefined)
      })
      return done.ok ? ok({ asked, notes: [] }) : done
    },

    async retire(provider, id, { on, successor }) {
      const done = await change(async (state, write) => {
        const row = known(state, provider, id)
        if (!row.ok) return row
        const key = { provider: row.value.provider, id }
        const isNow = on === undefined || on <= today()
        const before = row.value.life?.successors ?? []
        const successors = successor === undefined ? before : [successor, ...before.filter((one) => one !== successor)]
        const own = state.own.find((one) => isSame(one, key)) ?? key
        const life = { off: on ?? today(), ...(successors.length > 0 ? { successors } : {}) }
        const next = mergeFields(own, { ...key, life })
        const put = await putOwn(state, write, next)
        if (!put.ok) return put
        // The day an operator names holds, whatever a list has said of it.
        const { off: _, ...found } = { off: null, ...(findingOf(state.findings, key.provider, id) ?? key) }
        const gone = { at: now(), why: "retired by the operator" }
        await write.putFinding({ ...found, ...(isNow ? { gone } : {}) })
        const rows = mergeRows(shipped, [...state.rows.filter((one) => one !== own), next])
        const dead = rows.map((one) =>
          isNow && isSame(one, key) ? mergeFields(one, { ...key, life: { gone: true } }) : one,
        )
        return ok({ row: key, notes: catalogueWarnings(dead).filter((note) => note.startsWith(`${nameOf(key)} `)) })
      })
      return changed("retired", done)
    },

    async revive(provider, id) {
      const done = await change(async (state, write) => {
        const row = known(state, provider, id)
        if (!row.ok) return row
        const key = { provider: row.value.provider, id }
        const { learned: _, ...found } = { learned: undefined, ...(findingOf(state.findings, key.provider, id) ?? key) }
        await write.putFinding({ ...found, gone: false })
        const own = state.own.find((one) => isSame(one, key))
        if (own?.life !== undefined) {
          const { off: _off, gone: _gone, ...life } = own.life
          const { life: _life, ...rest } = own
          const left = Object.keys(life).length > 0 ? { ...rest, life } : rest
          if (Object.keys(left).length > 2) await write.putRow(left)
          else await write.removeRow(key.provider, id)
        }
        return ok({ row: key, notes: [] })
      })
      return changed("revived", done)
    },

    async refresh({ from, keys, write, accept }) {
      const source = from ?? (keys ? undefined : options.modelsUrl)
      if (source === undefined && !keys)
        return invalid("where from? --from FILE or URL, MODELS_URL, or --keys for the providers' own lists")
      const gathered = await inputFrom(source, keys, accept)
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

    async watch() {
      const gathered = await inputFrom(undefined, true, [])
      // No list could be read today: tomorrow is another day.
      if (!gathered.ok) return []
      const { input, accepted } = gathered.value
      const done = await change(async (state, writer) => {
        const plan = onlyFindings(planRefresh(input, contextOf(state, accepted)))
        const written = await writePlan(state, writer, plan)
        return written.ok ? ok(plan.findings) : written
      })
      if (!done.ok) return [done.error.message]
      return done.value.map(newsOf)
    },
  }
}

function newsOf({ gone, off, ...model }: Finding): string {
  if (gone) return `${nameOf(model)} is gone: ${gone.why}`
  return `${nameOf(model)}: ${off == null ? "no day is announced any more" : `leaves on ${off}`}`
}

function isSame(one: Pick<RowFields, "provider" | "id">, other: Pick<RowFields, "provider" | "id">): boolean {
  return modelKey(one.provider, one.id) === modelKey(other.provider, other.id)
}

/** A name as callers write it: PostgreSQL keeps no NUL, and no header has a line break. */
const bareName = /^[^\s\p{Cc}@]{1,128}$/u

/** A likeness without a provider is of the same one. */
function likeHome(like: string, home: ProviderId): ProviderId | undefined {
  return splitModelName(like).provider === undefined ? home : undefined
}

function fieldsSaid({ name, window, outputMost, sees, efforts, kind, input }: NewModel): object {
  const said = { name, window, outputMost, sees, efforts, kind, price: input }
  return Object.fromEntries(Object.entries(said).filter(([field, value]) => value !== undefined && field !== "price"))
}

/** From today on; what is announced for later no longer holds. */
function pricesSaid(
  { input, output, cachedInput, cacheWrite }: NewModel,
  before: ModelRow | undefined,
  day: string,
): object {
  if (input === undefined || output === undefined) return {}
  const price = {
    input,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    output,
  }
  const past = (before?.prices ?? []).filter(({ from = "" }) => from < day)
  return { prices: [...past, past.length === 0 ? price : { from: day, ...price }] }
}

/** All that a likeness can do, and what it costs today; not its name, nor its life. */
function copiedFrom(likeness: ModelRow, now: number): Partial<ModelRow> {
  const {
    provider: _provider,
    id: _id,
    calledAs: _called,
    name: _name,
    life: _life,
    prices: _prices,
    ...rest
  } = likeness
  const { unconfirmed: _unconfirmed, source: _source, read: _read, ...abilities } = rest
  const price = priceAt(likeness, now)
  if (price === undefined) return abilities
  const { from: _from, ...undated } = price
  return { ...abilities, prices: [undated] }
}

function aliasNotes(from: ModelView | undefined, to: ModelView): readonly string[] {
  const notes: string[] = []
  if (to.state === "gone" || to.state === "unpriced" || to.state === "unreached")
    notes.push(`${nameOf(to)} is ${to.state} now, so who asks for the alias gets no answer`)
  const isDearer = ["input", "output"].some((unit) => (to.price[unit] ?? 0) > (from?.price[unit] ?? Infinity))
  if (isDearer) notes.push(`${nameOf(to)} is dearer than what was asked for; its callers are told in the price list`)
  return notes
}
