import { dayMs, utcDay } from "#core/lib/days.ts"
import { isDeepStrictEqual } from "node:util"
import { nameOf } from "#core/models/check-catalogue.ts"
import { type Found, knownLife } from "#core/models/found-life.ts"
import { mergeFields, mergeRows, type RowFields } from "#core/models/merge-rows.ts"
import { type DatedPrice, modelKey, type ModelRow, priceAt, type TokenPrice } from "#core/models/model-row.ts"
import { withUntoldRates } from "#core/models/untold-rates.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { providerNames } from "#core/providers/registry.ts"
import type { Finding } from "./catalogue-state.ts"
import type { LayeredState } from "./catalogue-store.ts"
import type { ListedModel, Wanted } from "./models-dev.ts"
import type { ListedByProvider } from "#core/providers/provider-list.ts"
import { tellsPresence } from "./provider-lists.ts"

/** The input of a refresh, before its effect is computed. */
export interface RefreshInput {
  /** The models of a list in the form of models.dev, and the place it was read from (`source`). */
  readonly listed: readonly ListedModel[]
  readonly source: string
  readonly lists: readonly { readonly provider: ProviderId; readonly models: readonly ListedByProvider[] }[]
}

/** One field of a model that would change. */
export interface FieldChange {
  readonly provider: ProviderId
  readonly id: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface RefreshPlan {
  readonly added: readonly { readonly provider: ProviderId; readonly id: string }[]
  readonly changes: readonly FieldChange[]
  /** Models whose price would more than triple, or fall below a third, and that were not accepted. */
  readonly doubtful: readonly { readonly provider: ProviderId; readonly id: string; readonly why: string }[]
  /** Observations without an effect, a sentence each. */
  readonly notes: readonly string[]
  /** What is to be written; the operator's own fields take precedence over it. */
  readonly rows: readonly RowFields[]
  readonly findings: readonly Finding[]
}

export interface RefreshContext {
  readonly shipped: readonly ModelRow[]
  readonly state: LayeredState
  /** Ids, or `id@Provider`, whose new price or whose coming an operator has looked at. */
  readonly accepted: ReadonlySet<string>
  readonly isHome: (provider: ProviderId) => boolean
  readonly now: number
}

/** The facts of a model that a list renews, beside its price. */
const renewedFields = ["sees", "window", "inputMost", "outputMost", "knows", "efforts"] as const

/** A model that came out so many days before the catalogue was read is taken for new; what is older was left out on purpose. */
const recentDays = 30
/** A rate that changes by more than this factor wants a look. */
const doubtfulFactor = 3

/** Whether a model of a list would be taken, or changes one we have. */
export function wantedFrom({ shipped, state, accepted }: Pick<RefreshContext, "shipped" | "state" | "accepted">) {
  const known = new Set(mergeRows(shipped, state.rows).map((row) => modelKey(row.provider, row.id)))
  const newest =
    shipped
      .map(({ read }) => read)
      .toSorted()
      .at(-1) ?? ""
  const recent = newest === "" ? "" : utcDay(Date.parse(newest) - recentDays * dayMs)
  return (provider: ProviderId, id: string, released: string | undefined): Wanted => {
    if (known.has(modelKey(provider, id))) return "known"
    return isAccepted(accepted, provider, id) || released === undefined || released >= recent ? "new" : "no"
  }
}

/**
 * Computes the changes of a refresh. Pure: it is shown before the consent, and computed again from the current state
 * when it is written.
 */
export function planRefresh(input: RefreshInput, context: RefreshContext): RefreshPlan {
  const { shipped, state, accepted, isHome, now } = context
  const effective = new Map(mergeRows(shipped, state.rows).map((row) => [modelKey(row.provider, row.id), row]))
  const own = new Map(state.own.map((row) => [modelKey(row.provider, row.id), row]))
  const refreshed = new Map(state.refreshed.map((row) => [modelKey(row.provider, row.id), row]))
  const found = new Map(state.findings.map((finding) => [modelKey(finding.provider, finding.id), finding]))
  const today = utcDay(now)
  const rows = new Map<string, RowFields>()
  const added: RowFields[] = []
  const changes: FieldChange[] = []
  const doubtful: { provider: ProviderId; id: string; why: string }[] = []
  const notes: string[] = []
  const findings = new Map<string, Finding>()

  /** Takes the fields that differ and that no operator has set. */
  function take({ provider, id }: ModelRow, fields: Partial<ModelRow>, source: string): void {
    const key = modelKey(provider, id)
    const before = effective.get(key)
    const changed = Object.entries(fields).filter(([field, after]) => {
      const isOwn = own.get(key)?.[field as keyof RowFields] !== undefined
      return !isOwn && !isDeepStrictEqual(before?.[field as keyof ModelRow], after)
    })
    if (before === undefined || changed.length === 0) return
    for (const [field, after] of changed) {
      changes.push({ provider, id, field, before: before[field as keyof ModelRow], after })
    }
    const base = rows.get(key) ?? refreshed.get(key) ?? { provider, id }
    const next = mergeFields(base, { provider, id, ...Object.fromEntries(changed), source, read: today })
    rows.set(key, next)
    effective.set(key, mergeFields(before, { provider, id, ...Object.fromEntries(changed) }))
  }

  for (const model of input.listed) {
    const row = effective.get(modelKey(model.provider, model.id))
    if (row === undefined) addNew(model)
    else renew(row, model)
  }

  function addNew({ price, released, unpriced, chats, ...facts }: ListedModel): void {
    if (!chats) return void notes.push(`${nameOf(facts)} is new there, and no chat model`)
    if (price === undefined) return void notes.push(`${nameOf(facts)} is new there, and ${unpriced}`)
    const life = released === undefined ? {} : { life: { released } }
    const row = { ...facts, ...life, prices: [price], source: input.source, read: today }
    rows.set(modelKey(facts.provider, facts.id), row)
    added.push({ provider: facts.provider, id: facts.id })
    for (const [field, after] of Object.entries({ ...facts, prices: [price] })) {
      if (field !== "provider" && field !== "id") {
        changes.push({ provider: facts.provider, id: facts.id, field, before: undefined, after })
      }
    }
  }

  function renew(row: ModelRow, { price, unpriced, ...listed }: ListedModel): void {
    // A model's accepted options were read carefully at its provider; such lists are often wrong about them.
    const facts = renewedFields.filter((field) => listed[field] !== undefined).map((field) => [field, listed[field]])
    take(row, Object.fromEntries(facts) as Partial<ModelRow>, input.source)
    const before = priceAt(row, now)
    if (price === undefined) {
      if (before !== undefined && unpriced?.startsWith("its")) notes.push(`${nameOf(row)}: ${unpriced}; ours stays`)
      return
    }
    if (before !== undefined && !("input" in before)) return
    if (before?.currency === "CNY") return
    const after = before === undefined ? price : withWhatIsNotTold(before, price)
    if (before !== undefined && isDeepStrictEqual(before, { ...dates(before), ...after })) return
    const why = before && jumpOf(before, after)
    if (
      why !== undefined &&
      !isAccepted(accepted, row.provider, row.id) &&
      own.get(modelKey(row.provider, row.id))?.prices === undefined
    ) {
      doubtful.push({ provider: row.provider, id: row.id, why })
    }
    take(row, { prices: pricesFrom(row, after, before === undefined ? undefined : today) }, input.source)
  }

  for (const { provider, models } of input.lists) {
    const of = [...effective.values()].filter((row) => row.provider === provider && row.kind !== "search")
    const isSomeListed = of.some((row) => listedAs(row, models) !== undefined)
    const source = `${providerNames[provider]}'s own list`
    for (const row of of) {
      const key = modelKey(provider, row.id)
      const one = listedAs(row, models)
      const life = knownLife({ row, own: own.get(key), found: found.get(key) }, isHome(provider))
      const isTold = isSomeListed && tellsPresence(provider)
      const listed = one !== undefined
      const { gone, listed: wasListed = !life.gone } = found.get(key) ?? {}
      if (isTold && listed !== wasListed) {
        findings.set(key, { provider, id: row.id, listed })
        // The operator's statements and refusals take precedence over any list.
        const after = listed ? false : `it is not in ${source}`
        if (gone === undefined) changes.push({ provider, id: row.id, field: "gone", before: life.gone, after })
      }
      if (one === undefined) continue
      if (isTold && gone)
        notes.push(`${nameOf(row)} is gone, and stands in ${source}: models revive ${provider} ${row.id}`)
      const { id: _id, off, ...limits } = one
      if (off !== undefined && off !== (life.off ?? null)) {
        changes.push({ provider, id: row.id, field: "off", before: life.off ?? null, after: off })
        findings.set(key, { ...findings.get(key), provider, id: row.id, off })
      }
      take(row, limits, source)
    }
  }
  return { added, changes, doubtful, notes, rows: [...rows.values()], findings: [...findings.values()] }
}

/** The findings of a refresh about presence and dates alone, as in the daily look. */
export function onlyFindings(plan: RefreshPlan): RefreshPlan {
  const changes = plan.changes.filter(({ field }) => field === "off" || field === "gone")
  return { ...plan, added: [], changes, doubtful: [], rows: [] }
}

/** A model in its provider's list: by its name, or by a dated one of it (`claude-opus-4-5-20251101`). */
function listedAs({ id, calledAs = id }: ModelRow, models: readonly ListedByProvider[]): ListedByProvider | undefined {
  const base = calledAs.replace(/-(latest|0)$/, "")
  const isDated = (name: string) =>
    name.startsWith(`${base}-`) && /^-(20\d{6}|20\d\d-\d\d-\d\d)$/.test(name.slice(base.length))
  return models.find((one) => one.id === calledAs) ?? models.find((one) => isDated(one.id))
}

/** A price with the rates that the list does not name. What it says of searches does not count; what a cache has no price for is charged as other input. */
function withWhatIsNotTold({ cachedInput, searchCall, ...before }: TokenPrice, after: TokenPrice): TokenPrice {
  const search = searchCall === undefined ? {} : { searchCall }
  const cached = cachedInput === undefined || before.input !== after.input ? {} : { cachedInput }
  return withUntoldRates(
    { ...cached, ...after, ...search },
    { ...before, ...(cachedInput !== undefined && { cachedInput }) },
  )
}

function dates({ from, currency }: TokenPrice): object {
  return { ...(from === undefined ? {} : { from }), ...(currency === undefined ? {} : { currency }) }
}

/** The prices with `price` added from `day` on; prices that are announced for later stay. */
function pricesFrom({ prices = [] }: ModelRow, price: TokenPrice, day: string | undefined): readonly DatedPrice[] {
  if (day === undefined) return [price]
  const past = prices.filter(({ from = "" }) => from < day)
  const later = prices.filter(({ from = "" }) => from > day)
  return [...past, past.length === 0 ? price : { from: day, ...price }, ...later]
}

/** Which rate jumps, as a sentence; undefined where none does. */
function jumpOf(before: TokenPrice, after: TokenPrice): string | undefined {
  for (const rate of ["input", "cachedInput", "cacheWrite", "output"] as const) {
    for (const [one, other] of [
      [before[rate], after[rate]] as const,
      [before.above?.[rate], after.above?.[rate]] as const,
    ]) {
      if (one === undefined || other === undefined) continue
      if (other > one * doubtfulFactor || other * doubtfulFactor < one)
        return `its ${rate} would cost US$ ${other / 1e6} instead of ${one / 1e6}`
    }
  }
  return undefined
}

function isAccepted(accepted: ReadonlySet<string>, provider: ProviderId, id: string): boolean {
  return accepted.has(id) || accepted.has(`${id}@${providerNames[provider]}`) || accepted.has(modelKey(provider, id))
}

/** For those who need a finding of one model. */
export function findingOf(
  findings: readonly Finding[],
  provider: ProviderId,
  id: string,
): (Finding & Found) | undefined {
  return findings.find((finding) => finding.provider === provider && finding.id === id)
}
