import { utcDay } from "#core/lib/days.ts"
import { catalogueWarnings, nameOf } from "#core/models/check-catalogue.ts"
import { splitModelName } from "#core/models/custom-models.ts"
import { indexRows } from "#core/models/find-row.ts"
import { mergeFields, mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import { modelKey, type ModelKind, type ModelRow, priceAt } from "#core/models/model-row.ts"
import { keptText, type UntoldRate, untoldRates, withRatesSoFar } from "#core/models/untold-rates.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { CatalogueWriter, LayeredState } from "../gateway/models/catalogue-store.ts"
import { freshProblem } from "../gateway/models/fresh-problem.ts"
import { presencesOf } from "../gateway/models/model-presence.ts"
import { lifeHere } from "../gateway/models/model-presence.ts"
import { parseRowFields } from "../gateway/models/model-file.ts"
import { findingOf } from "../gateway/models/plan-refresh.ts"
import { listModels, type ModelListView, type ModelView } from "./model-list.ts"
import {
  changing,
  createModelRefresh,
  invalid,
  isSame,
  type ModelRefresh,
  type ModelRefreshOptions,
} from "./model-refresh.ts"
import type { Refusal } from "./operations.ts"
import { unknownProvider } from "./price-operations.ts"

/**
 * An operator's statement about a model; the rest follows from its name or from the model it resembles. Prices in whole
 * micro-dollars.
 */
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

/** The model after a change, and notes for the operator. */
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

export interface ModelOperations extends ModelRefresh {
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
}

export type ModelOperationsOptions = ModelRefreshOptions

export function createModelOperations(options: ModelOperationsOptions): ModelOperations {
  const { store, shipped, now } = options
  const today = () => utcDay(now())

  const change = changing(options)

  /** Puts an operator's row in the place of what they said of it before. */
  async function putOwn(state: LayeredState, write: CatalogueWriter, row: RowFields): Promise<Result<void, Refusal>> {
    const read = parseRowFields(JSON.parse(JSON.stringify(row)))
    if (!read.ok) return invalid(`${row.id} (${row.provider}): ${read.error}`)
    const others = state.rows.filter((one) => !(state.own.includes(one) && isSame(one, row)))
    const fresh = freshProblem(shipped, state, { rows: [...others, read.value] })
    if (fresh !== undefined) return invalid(fresh)
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
    const { models } = await list(true)
    const view = models.find((model) => isSame(model, { provider, id }))
    if (view === undefined) throw new Error(`${id} (${provider}) was written and is not there`)
    return view
  }

  async function list(all: boolean): Promise<ModelListView> {
    return listModels(options.config, { shipped, state: await store.read(), now: now() }, { all })
  }

  /** The full name of a model that is known to be gone; undefined for any other. */
  function deadNamed(state: LayeredState, name: string, home: ProviderId): string | undefined {
    const row = indexRows(mergeRows(shipped, state.rows)).named(name, home)
    const presence = row && presencesOf(shipped, state).get(modelKey(row.provider, row.id))
    return presence && lifeHere(options.config, presence).gone ? nameOf(presence.row) : undefined
  }

  async function changed(
    outcome: ModelChangeView["outcome"],
    of: Result<{ readonly row: Pick<RowFields, "provider" | "id">; readonly notes: readonly string[] }, Refusal>,
  ): Promise<Result<ModelChangeView, Refusal>> {
    return of.ok ? ok({ outcome, model: await viewOf(of.value.row), notes: of.value.notes }) : of
  }

  return {
    ...createModelRefresh(options),

    list,

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
        const saysNothing = Object.keys(said).length === 0 && model.input === undefined
        if (before !== undefined && (likeness !== undefined || saysNothing))
          return err<Refusal>({ kind: "conflict", message: `${nameOf(before)} is in the catalogue already` })
        outcome = before === undefined ? "added" : "changed"
        const price = pricesSaid(model, before, now())
        const copied = likeness === undefined ? {} : copiedFrom(likeness, now())
        const origin = likeness === undefined ? "set by the operator" : `like ${nameOf(likeness)}`
        const fields = { ...copied, ...said, ...price.fields, ...(before ? {} : { source: origin, read: today() }) }
        const row = mergeFields<RowFields>(own ?? key, { ...key, ...fields } as RowFields)
        const put = await putOwn(state, write, row)
        if (!put.ok) return put
        if (before === undefined && likeness === undefined && model.input === undefined)
          return invalid(`say what ${model.id} costs (--input USD --output USD), or what it is like (--like ID)`)
        const notes: string[] = []
        if (price.kept.length > 0) notes.push(keptText(price.kept))
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
        const fresh = freshProblem(shipped, state, { aliases })
        if (fresh !== undefined) return invalid(fresh)
        await write.putAlias({ asked, called })
        return ok(undefined)
      })
      if (!done.ok) return done
      const shown = await list(true)
      const from = shown.models.find(({ id }) => id === asked)
      const to = shown.models.find(({ aliases }) => aliases.includes(asked))
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
        const deadSuccessor = successor === undefined ? undefined : deadNamed(state, successor, row.value.provider)
        if (deadSuccessor !== undefined) return invalid(`${deadSuccessor} is gone itself: name one that lives`)
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
  }
}

/** A name as callers write it: PostgreSQL keeps no NUL, and no header has a line break. */
const bareName = /^[^\s\p{Cc}@]{1,128}$/u

/** A likeness without a provider is of the same one. */
function likeHome(like: string, home: ProviderId): ProviderId | undefined {
  return splitModelName(like).provider === undefined ? home : undefined
}

function fieldsSaid({ name, window, outputMost, sees, efforts, kind }: NewModel): object {
  const said = { name, window, outputMost, sees, efforts, kind }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** From today on; what is announced for later no longer holds. `now`: epoch ms. */
function pricesSaid(
  { input, output, cachedInput, cacheWrite }: NewModel,
  before: ModelRow | undefined,
  now: number,
): { readonly fields: object; readonly kept: readonly UntoldRate[] } {
  if (input === undefined || output === undefined) return { fields: {}, kept: [] }
  const told = {
    input,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    output,
  }
  const day = utcDay(now)
  const price = withRatesSoFar(told, before?.prices ?? [], day)
  const past = (before?.prices ?? []).filter(({ from = "" }) => from < day)
  const kept = untoldRates.filter((rate) => rate in price && !(rate in told))
  return { fields: { prices: [...past, past.length === 0 ? price : { from: day, ...price }] }, kept }
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
