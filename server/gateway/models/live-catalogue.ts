import { patchesTogether } from "#core/gateway/ability-patch.ts"
import { catalogueNews } from "#core/models/catalogue-news.ts"
import { catalogueProblems } from "#core/models/check-catalogue.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { modelKey, type ModelRow } from "#core/models/model-row.ts"
import { type Role, roles } from "#core/models/roles.ts"
import type { Config } from "../../config.ts"
import type { Log } from "../../http/log.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import type { ModelNews } from "../upstream/ask-provider.ts"
import type { CatalogueState, CatalogueStore, Finding } from "./catalogue-state.ts"
import { createModelCatalogue, type ModelCatalogue, type OfferedModel } from "./model-catalogue.ts"
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
}

const dayMs = 86_400_000
/** What was learnt of a model is tried again after so long: providers change their minds. */
const learnedMs = 7 * dayMs
/** The same rerouting is logged once in so long. */
const rerouteTellMs = 3_600_000

/** Throws a sentence where the database's state cannot be read: no server starts without. */
export async function createLiveCatalogue(options: LiveCatalogueOptions): Promise<LiveCatalogue> {
  const { config, store, shipped, now, log, onRefused = () => {} } = options
  let told: ReadonlySet<string> = new Set()
  let players: ReadonlyMap<Role, string> | undefined
  let state = await store.read()
  let readDay = dayOf(now())
  let current = await made()
  const reroutesTold = new Map<string, number>()

  async function made(): Promise<ModelCatalogue> {
    const at = now()
    const rows = mergeRows(shipped, state.rows)
    const prices = loadPriceBook(rows, config, at)
    // Before anything is held with them.
    await store.keepPrices(prices.version, prices.toJson())
    readDay = dayOf(at)
    const catalogue = createModelCatalogue(config, { shipped, state: withoutOld(state, at), prices, now: at })
    const unusable = prices.problems
      .filter(({ provider }) => rows.some((row) => row.provider === provider && isReached(config, row.provider)))
      .map(({ message }) => message)
    tell({
      "price-unusable": unusable,
      "catalogue-doubtful": catalogueProblems(rows, state.aliases),
      "setting-without-effect": catalogue.doubts,
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
    const known = new Map(state.findings.map((finding) => [keyOf(finding), finding]))
    const news = findings.flatMap((finding) => {
      const before = known.get(keyOf(finding))
      const after = { ...before, ...finding }
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [after]
    })
    if (news.length === 0) return
    for (const finding of news) known.set(keyOf(finding), finding)
    state = { ...state, findings: [...known.values()] }
    current = await made()
    await store.note(news)
  }

  function noteLater(finding: Finding): void {
    note([finding]).catch((error: unknown) => log.error("model-finding-lost", { error: String(error) }))
  }

  function findingOf({ provider, name }: OfferedModel): Finding | undefined {
    return state.findings.find((finding) => finding.provider === provider && finding.id === name)
  }

  return {
    catalogue: delegating(() => current),
    note,
    news: {
      refused(model, { keysTold, isConfirmed }) {
        const { provider, name: id, off } = model
        const isDue = off !== undefined && off <= isoDay(now())
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
      rerouted({ provider, name }, answered) {
        const other = current.rowNamed(answered, provider)
        const price = other && current.priceOf(other.id, provider)
        if (other === undefined || price === undefined || other.id === name) return undefined
        const key = `${provider} ${name} ${other.id}`
        if (now() - (reroutesTold.get(key) ?? -Infinity) >= rerouteTellMs) {
          reroutesTold.set(key, now())
          log.warn("model-rerouted", { provider, asked: name, answered: other.id })
        }
        return { model: other.id, price }
      },
    },
    async look() {
      try {
        const isSame = (await store.version()) === state.version && dayOf(now()) === readDay
        if (isSame) return
        state = await store.read()
        current = await made()
        log.info("models-read", { version: state.version, models: current.forTier("premium").length })
      } catch (error) {
        log.error("models-unreadable", { error: String(error) })
      }
    },
    tellNews() {
      const offered = current.forTier("premium").flatMap(({ row, off }) => {
        return row ? [{ ...row, life: { ...row.life, off: off ?? null } }] : []
      })
      for (const { about, text } of catalogueNews(offered, now())) log.warn(`model-${about}`, { why: text })
    },
  }
}

/** What was learnt long ago, or before the model's row was read again, is forgotten. */
function withoutOld(state: CatalogueState, at: number): CatalogueState {
  const findings = state.findings.map(({ learned, ...finding }): Finding => {
    return learned === undefined || at - learned.at > learnedMs ? finding : { ...finding, learned }
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
    asideOf: (provider) => current().asideOf(provider),
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
    get doubts() {
      return current().doubts
    },
  }
}

function keyOf({ provider, id }: Finding): string {
  return modelKey(provider, id)
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
