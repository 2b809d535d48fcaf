import { follow, isDearer, percentDearer, type Successive } from "#core/models/follow.ts"
import { catalogueProblems, catalogueWarnings } from "#core/models/check-catalogue.ts"
import { indexRows, type RowIndex } from "#core/models/find-row.ts"
import { type KnownLife, knownLife } from "#core/models/found-life.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { daysLeft, lifeOf, type LifeStage, roleLeavesDays } from "#core/models/model-life.ts"
import { modelKey, type ModelKind, type ModelRow } from "#core/models/model-row.ts"
import { cast, type Role, rolePreferences, roles } from "#core/models/roles.ts"
import type { Exchange } from "#core/ledger/exchange.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { CatalogueState } from "../gateway/models/catalogue-state.ts"
import { findingOf } from "../gateway/models/plan-refresh.ts"
import { loadPriceBook, type PriceBook } from "../ledger/price-book.ts"
import { reaisOf } from "./price-operations.ts"

/** `unpriced`: it has no price, so it is not offered. `unreached`: its provider has no key, or this program cannot ask it. */
export type ModelState = LifeStage | "unpriced" | "unreached"

export interface ModelView {
  readonly provider: ProviderId
  readonly id: string
  readonly name: string
  readonly kind: ModelKind
  readonly state: ModelState
  /** How it is known to be gone, or why it cannot be asked. */
  readonly why?: string
  /** The announced day, `YYYY-MM-DD`, and how far it is. */
  readonly off?: string
  readonly daysLeft?: number
  readonly successor?: SuccessorView
  /** In reais, by what is counted: "input", "cached" and "output" per million tokens, and so on. */
  readonly price: Readonly<Record<string, number>>
  readonly roles: readonly Role[]
  /** Names that are answered by it. */
  readonly aliases: readonly string[]
  /** What its provider refused, and servers leave out since. */
  readonly learned?: object
  readonly source: string
  readonly read: string
}

/** Who would follow a model. */
export interface SuccessorView {
  readonly model: string
  readonly provider: ProviderId
  /** It costs less; where it costs the same or more, false. */
  readonly cheaper: boolean
  /** How much more a usual question costs with it; then it follows only after a yes. */
  readonly percentDearer?: number
}

export interface ModelListView {
  /** Of the catalogue: rises with every change. */
  readonly version: number
  readonly models: readonly ModelView[]
  readonly aliases: readonly { readonly asked: string; readonly called: string }[]
  /** What is wrong, or leads nowhere, a sentence each. */
  readonly problems: readonly string[]
}

/** What the list needs to know of the server. */
export interface ListFacts {
  readonly exchange: Exchange
  readonly roles: Readonly<Record<Role, readonly string[]>>
  /** A provider has a key, or the pretend model answers in its name. */
  readonly isReached: (provider: ProviderId) => boolean
  /** It is asked at its own address. */
  readonly isHome: (provider: ProviderId) => boolean
  readonly now: number
}

/** The models as an operator sees them: those of providers with a key, or all that are known. */
export function listModels(
  shipped: readonly ModelRow[],
  state: CatalogueState,
  facts: ListFacts,
  all: boolean,
): ModelListView {
  const rows = mergeRows(shipped, state.rows)
  const index = indexRows(rows)
  const byKey = new Map(rows.map((row) => [modelKey(row.provider, row.id), row]))
  const book = loadPriceBook(rows, facts.exchange, facts.now)
  const lives = new Map(
    rows.map((row) => {
      const found = findingOf(state.findings, row.provider, row.id)
      return [row, knownLife(row, found, facts.isHome(row.provider))] as const
    }),
  )
  const lifeFor = (row: ModelRow): KnownLife => lives.get(row) ?? { off: undefined, gone: false }
  const canServe = (row: ModelRow) =>
    facts.isReached(row.provider) && row.unreached === undefined && !lifeFor(row).gone && hasPrice(book, row)
  const playing = castRoles(index, facts, canServe, lifeFor)
  const shown = rows.filter((row) => all || (facts.isReached(row.provider) && row.kind !== "search"))
  return {
    version: state.version,
    models: shown.map((row) => viewOf(row)),
    aliases: state.aliases,
    problems: [...catalogueProblems(rows, state.aliases), ...catalogueWarnings(rows)],
  }

  function viewOf(row: ModelRow): ModelView {
    const { provider, id, name, kind, source, read } = row
    const { off, gone, why } = lifeFor(row)
    const left = daysLeft(off, facts.now)
    const successor = successorOf(row)
    const learned = findingOf(state.findings, provider, id)?.learned
    const reason = why ?? row.unreached
    return {
      provider,
      id,
      name,
      kind,
      state: stateOf(row, lifeFor(row)),
      ...(reason === undefined ? {} : { why: reason }),
      ...(off == null ? {} : { off }),
      ...(left === undefined || gone ? {} : { daysLeft: left }),
      ...(successor === undefined ? {} : { successor }),
      price: reaisOf(book, provider, id),
      roles: roles.filter((role) => playing.get(role) === row),
      aliases: state.aliases.filter(({ called }) => index.named(called) === row).map(({ asked }) => asked),
      ...(learned === undefined ? {} : { learned: { ...learned.patch, at: new Date(learned.at).toISOString() } }),
      source,
      read,
    }
  }

  function stateOf(row: ModelRow, { off, gone }: KnownLife): ModelState {
    if (gone) return "gone"
    if (!facts.isReached(row.provider) || row.unreached !== undefined) return "unreached"
    return hasPrice(book, row) ? lifeOf({ off }, gone, facts.now) : "unpriced"
  }

  function successorOf(row: ModelRow): SuccessorView | undefined {
    if (row.life?.successors === undefined) return undefined
    const find = (key: string) => {
      const found = byKey.get(key)
      return found && successive(found)
    }
    const asked = successive(row)
    const { next, dearer } = follow(asked, find, ({ row: one }) => canServe(one))
    const follower = next ?? dearer
    if (follower === undefined) return undefined
    const { id: model, provider } = follower.row
    if (next) return { model, provider, cheaper: isDearer(asked, next) }
    return { model, provider, cheaper: false, percentDearer: percentDearer(follower, asked) }
  }

  function successive(row: ModelRow): Successive & { readonly row: ModelRow } {
    const price = book.priceFor(row.provider, row.id)
    const successors = (row.life?.successors ?? []).flatMap((name) => {
      const found = index.named(name, row.provider)
      return found ? [modelKey(found.provider, found.id)] : []
    })
    return {
      row,
      key: modelKey(row.provider, row.id),
      gone: lifeFor(row).gone,
      successors,
      ...(price === undefined ? {} : { price }),
      tokensPerText: row.tokensPerText ?? 1,
    }
  }
}

function hasPrice(book: PriceBook, { provider, id }: ModelRow): boolean {
  return Object.keys(reaisOf(book, provider, id)).length > 0
}

/** Who plays each role today, the operator's choices first. */
function castRoles(
  index: RowIndex,
  facts: ListFacts,
  canServe: (row: ModelRow) => boolean,
  lifeFor: (row: ModelRow) => KnownLife,
): ReadonlyMap<Role, ModelRow> {
  const kinds: Readonly<Partial<Record<Role, ModelKind>>> = { image: "image", speech: "speech" }
  const playing = new Map<Role, ModelRow>()
  for (const role of roles) {
    const kind = kinds[role] ?? "chat"
    const find = (name: string) => {
      const row = index.named(name)
      return row && row.kind === kind && canServe(row) ? row : undefined
    }
    const stays = (row: ModelRow) => (daysLeft(lifeFor(row).off, facts.now) ?? Infinity) > roleLeavesDays
    const row = cast([...facts.roles[role], ...rolePreferences[role]], find, stays)
    if (row) playing.set(role, row)
  }
  return playing
}
