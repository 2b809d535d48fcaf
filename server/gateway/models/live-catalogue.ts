import { dayMs, utcDay } from "#core/lib/days.ts"
import { patchesTogether } from "#core/gateway/ability-patch.ts"
import { catalogueNews } from "#core/models/catalogue-news.ts"
import { catalogueProblems } from "#core/models/check-catalogue.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { modelKey, type ModelRow, startOf } from "#core/models/model-row.ts"
import { type Role, roles } from "#core/models/roles.ts"
import { gatewayOf } from "#core/providers/gateways.ts"
import type { PriceRow } from "#core/ledger/price.ts"
import type { Config } from "../../config.ts"
import type { Log } from "../../http/log.ts"
import { loadPriceBook, type PriceBook } from "../../ledger/price-book.ts"
import { DatabaseUnavailable } from "../../store/database-unavailable.ts"
import type { ModelNews } from "./model-news.ts"
import type { CatalogueState, CatalogueStore, Finding } from "./catalogue-state.ts"
import type { ModelCatalogue, OfferedModel } from "./model-catalogue.ts"
import { createModelCatalogue } from "./create-catalogue.ts"
import { isReached } from "./model-presence.ts"

/** The catalogue as it is now: what is changed while the server runs holds from the next call on. */
export interface LiveCatalogue {
  readonly catalogue: ModelCatalogue
  /** Hears what calls learn of models; what all servers should know goes into the database. */
  readonly news: ModelNews
  /** Reads again where something has changed, or another day has begun. What cannot be read is logged, and what was read stays. */
  look(): Promise<void>
  /** Keeps what was found out of models: here at once, for all servers as soon as it is written. */
  note(findings: readonly Finding[]): Promise<void>
  /** Logs what an operator should hear: models that leave, prices that change. Called at start and every day. */
  tellNews(): void
}

export interface LiveCatalogueOptions {
  readonly config: Config
  readonly store: CatalogueStore
  /** The catalogue that comes with the program. */
  readonly shipped: readonly ModelRow[]
  /** Epoch ms. */
  readonly now: () => number
  readonly log: Log
  /** A provider has refused a model of its list: its list may say more. */
  readonly onRefused?: (model: OfferedModel) => void
  /** An operator says that it is there: keys that were refused it may be asked for it again. */
  readonly onRevived?: (model: Pick<Finding, "provider" | "id">) => void
}

/** A learned patch expires after this long, because providers change. */
const learnedMs = 7 * dayMs
/** The same rerouting is logged once in so long. */
const rerouteTellMs = 3_600_000
/** So many versions of the prices are remembered: more than are set while an answer is under way. */
const mostPriceBooks = 32

/** Throws a sentence where the database's state cannot be read: no server starts without. */
export async function createLiveCatalogue(options: LiveCatalogueOptions): Promise<LiveCatalogue> {
  const { config, store, shipped, now, log, onRefused = () => {}, onRevived = () => {} } = options
  let told: ReadonlySet<string> = new Set()
  /** By version: what is under way is priced as it was when it began, whichever model answers. */
  const priceBooks = new Map<string, PriceBook>()
  let players: ReadonlyMap<Role, string> | undefined
  let state = await store.read()
  let readDay = dayOf(now())
  let current = await madeOf(state)
  /** Findings that are not in the database yet; written with the next look. */
  let unsaved: readonly Finding[] = []
  /** Looks and notes take turns: none makes a catalogue of what another is about to replace. */
  let turn: Promise<unknown> = Promise.resolve()
  const reroutesTold = new Map<string, number>()

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** Nothing holds before it is made: what fails leaves the catalogue as it was, and is tried again. */
  async function use(next: CatalogueState): Promise<void> {
    const day = dayOf(now())
    const catalogue = await madeOf(next)
    const before = new Map(state.findings.map((finding) => [keyOf(finding), finding]))
    for (const finding of next.findings) {
      if (finding.gone === false && before.get(keyOf(finding))?.gone !== false) onRevived(finding)
    }
    state = next
    current = catalogue
    readDay = day
  }

  async function madeOf(state: CatalogueState): Promise<ModelCatalogue> {
    const at = now()
    const rows = mergeRows(shipped, state.rows)
    const prices = loadPriceBook(rows, config, at)
    // Before anything is held with them.
    await store.keepPrices(prices.version, prices.toJson())
    priceBooks.delete(prices.version)
    priceBooks.set(prices.version, prices)
    const [oldest] = priceBooks.keys()
    if (priceBooks.size > mostPriceBooks && oldest !== undefined) priceBooks.delete(oldest)
    const catalogue = createModelCatalogue(config, { shipped, state: withoutOld(state, rows, at), prices, now: at })
    const unusable = prices.problems
      .filter(({ provider }) => rows.some((row) => row.provider === provider && isReached(config, row.provider)))
      .map(({ message }) => message)
    tell({
      "price-unusable": unusable,
      "catalogue-doubtful": catalogueProblems(rows, state.aliases),
      "setting-without-effect": catalogue.warnings,
    })
    tellMoves(catalogue)
    return catalogue
  }

  function tell(events: Readonly<Record<string, readonly string[]>>): void {
    for (const [event, sentences] of Object.entries(events)) {
      for (const why of sentences) if (!told.has(why)) log.warn(event, { why })
    }
    told = new Set(Object.values(events).flat())
  }

  /** A role that goes to another model is news; the first casting is told by the start screen. */
  function tellMoves(catalogue: ModelCatalogue): void {
    const before = players
    players = new Map(roles.map((role) => [role, catalogue.role(role)?.name ?? "nobody"]))
    if (before === undefined) return
    for (const [role, to] of players) {
      const from = before.get(role)
      if (from !== to) log.warn("role-moved", { role, from, to })
    }
  }

  async function note(findings: readonly Finding[]): Promise<void> {
    await inTurn(async () => {
      const news = newsAmong(findings, state.findings)
      if (news.length === 0) return
      unsaved = [...unsaved, ...news]
      await use({ ...state, findings: withFindings(state.findings, news) })
      await save()
    })
  }

  async function save(): Promise<void> {
    const written = unsaved
    if (written.length === 0) return
    await store.note(written)
    unsaved = unsaved.filter((finding) => !written.includes(finding))
  }

  function noteLater(finding: Finding): void {
    note([finding]).catch((error: unknown) => {
      // It is kept for later, and an outage is told once.
      if (!(error instanceof DatabaseUnavailable)) log.error("model-finding-lost", { error: String(error) })
    })
  }

  /** At a version of the prices, or today's where that is not remembered. */
  function priceAt(version: string, { provider, id }: Pick<ModelRow, "provider" | "id">): PriceRow | undefined {
    const prices = priceBooks.get(version)
    return prices === undefined ? current.priceOf(id, provider) : prices.priceFor(provider, id)
  }

  function findingOf({ provider, name }: OfferedModel): Finding | undefined {
    const { findings } = withoutOld(state, current.rows, now())
    return findings.find((finding) => finding.provider === provider && finding.id === name)
  }

  return {
    catalogue: delegating(() => current),
    note,
    news: {
      refused(model, { keysTold, isConfirmed }) {
        const { provider, name: id, off } = model
        const isDue = off !== undefined && off <= utcDay(now())
        const why = isDue ? `refused after ${off}` : keysTold > 1 ? `refused to ${keysTold} keys` : undefined
        log.warn(why === undefined ? "model-refused" : "model-gone", { provider, model: id, keys: keysTold, why })
        if (why !== undefined) noteLater({ provider, id, gone: { at: now(), why } })
        else onRefused(model)
        return why !== undefined || isConfirmed
      },
      learned(model, patch) {
        const { provider, name: id } = model
        const before = findingOf(model)?.learned?.patch
        log.warn("model-learned", { provider, model: id, patch: JSON.stringify(patch) })
        noteLater({ provider, id, learned: { patch: patchesTogether(before, patch), at: now() } })
      },
      rerouted({ provider, name, priceVersion }, answered) {
        if (isGivenName(shipped, { provider, id: name })) return undefined
        const other = current.rowNamed(answered, provider)
        const price = other && priceAt(priceVersion, other)
        if (other === undefined || price === undefined || other.id === name) return undefined
        const key = `${provider} ${name} ${other.id}`
        if (now() - (reroutesTold.get(key) ?? -Infinity) >= rerouteTellMs) {
          reroutesTold.set(key, now())
          log.warn("model-rerouted", { provider, asked: name, answered: other.id })
        }
        return { model: other.id, price }
      },
    },
    look: () =>
      inTurn(async () => {
        try {
          await save()
          const isSame = (await store.version()) === state.version && dayOf(now()) === readDay
          if (isSame) return
          await use(await store.read())
          log.info("models-read", { version: state.version, models: current.forTier("premium").length })
        } catch (error) {
          if (!(error instanceof DatabaseUnavailable)) log.error("models-unreadable", { error: String(error) })
        }
      }),
    tellNews() {
      const offered = current.forTier("premium").flatMap(({ row, off }) => {
        return row ? [{ ...row, life: { ...row.life, off: off ?? null } }] : []
      })
      for (const { about, text } of catalogueNews(offered, now())) log.warn(`model-${about}`, { why: text })
    },
  }
}

/** A name that the operator has given: the provider knows the model behind it by another, and answers under that one. */
function isGivenName(shipped: readonly ModelRow[], { provider, id }: Pick<ModelRow, "provider" | "id">): boolean {
  if (gatewayOf[provider].takesGivenNames !== true) return false
  return !shipped.some((row) => row.provider === provider && row.id === id)
}

/** The findings that are new. The first report that a model is gone counts. */
function newsAmong(findings: readonly Finding[], known: readonly Finding[]): readonly Finding[] {
  const before = new Map(known.map((finding) => [keyOf(finding), finding]))
  return findings.filter(({ gone, ...finding }) => {
    const old = before.get(keyOf(finding))
    const isGone = gone !== undefined && old?.gone === undefined
    const says = Object.entries(finding) as [keyof Finding, unknown][]
    return isGone || says.some(([field, value]) => JSON.stringify(old?.[field]) !== JSON.stringify(value))
  })
}

/** Each finding beside, or in the place of, what was known of its model. */
function withFindings(known: readonly Finding[], news: readonly Finding[]): readonly Finding[] {
  const all = new Map(known.map((finding) => [keyOf(finding), finding]))
  for (const finding of news) all.set(keyOf(finding), { ...all.get(keyOf(finding)), ...finding })
  return [...all.values()]
}

/** Drops patches that are old, or older than the reading of the model's row. */
function withoutOld(state: CatalogueState, rows: readonly ModelRow[], at: number): CatalogueState {
  const readAt = new Map(rows.map((row) => [modelKey(row.provider, row.id), row.read ? startOf(row.read) : 0]))
  const findings = state.findings.map(({ learned, ...finding }): Finding => {
    const since = Math.max(at - learnedMs, readAt.get(keyOf(finding)) ?? 0)
    return learned === undefined || learned.at < since ? finding : { ...finding, learned }
  })
  return { ...state, findings }
}

/** A catalogue that is always the one of now, for those who keep it. */
function delegating(current: () => ModelCatalogue): ModelCatalogue {
  return {
    find: (...asked) => current().find(...asked),
    retired: (...asked) => current().retired(...asked),
    follow: (...asked) => current().follow(...asked),
    priceOfRetired: (...asked) => current().priceOfRetired(...asked),
    aliasOf: (name) => current().aliasOf(name),
    priceOf: (...asked) => current().priceOf(...asked),
    findPieces: (...asked) => current().findPieces(...asked),
    disabled: (...asked) => current().disabled(...asked),
    forTier: (tier) => current().forTier(tier),
    role: (role) => current().role(role),
    candidatesFor: (role) => current().candidatesFor(role),
    auxiliaryModel: (provider) => current().auxiliaryModel(provider),
    rowNamed: (...named) => current().rowNamed(...named),
    abilitiesOf: (...named) => current().abilitiesOf(...named),
    get rows() {
      return current().rows
    },
    get retiredModels() {
      return current().retiredModels
    },
    get aliases() {
      return current().aliases
    },
    get unpriced() {
      return current().unpriced
    },
    get missing() {
      return current().missing
    },
    get warnings() {
      return current().warnings
    },
  }
}

function keyOf({ provider, id }: Finding): string {
  return modelKey(provider, id)
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}
