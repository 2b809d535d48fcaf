import { catalogueProblems, catalogueWarnings } from "#core/models/check-catalogue.ts"
import { indexRows } from "#core/models/find-row.ts"
import { isDearer, percentDearer } from "#core/models/follow.ts"
import type { KnownLife } from "#core/models/found-life.ts"
import { mergeRows } from "#core/models/merge-rows.ts"
import { daysLeft, lifeOf, type LifeStage } from "#core/models/model-life.ts"
import type { ModelKind } from "#core/models/model-row.ts"
import { type Role, roles } from "#core/models/roles.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { Config } from "../config.ts"
import { comparable } from "../gateway/models/model-catalogue.ts"
import { presencesOf } from "../gateway/models/model-presence.ts"
import { type CatalogueSources, createModelCatalogue } from "../gateway/models/create-catalogue.ts"
import { isReached, lifeHere, type Presence } from "../gateway/models/model-presence.ts"
import { loadPriceBook } from "../ledger/price-book.ts"
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
  /** The options that its provider refused, which servers leave out since. */
  readonly learned?: object
  readonly source: string
  readonly read: string
}

/** The successor of a model. */
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
  /** Errors and useless entries, a sentence each. */
  readonly problems: readonly string[]
}

/** The models as an operator sees them: those of providers with a key, or all that are known. */
export function listModels(
  config: Config,
  sources: Omit<CatalogueSources, "prices">,
  { all }: { readonly all: boolean },
): ModelListView {
  const { shipped, state, now } = sources
  const book = loadPriceBook(mergeRows(shipped, state.rows), config, now)
  const catalogue = createModelCatalogue(config, { ...sources, prices: book })
  const index = indexRows(catalogue.rows)
  const presences = presencesOf(shipped, state)
  const shown = [...presences.values()].filter(
    ({ row }) => all || (isReached(config, row.provider) && row.kind !== "search"),
  )
  return {
    version: state.version,
    models: shown.map(viewOf),
    aliases: state.aliases,
    problems: [...catalogueProblems(catalogue.rows, state.aliases), ...catalogueWarnings(catalogue.rows)],
  }

  function viewOf(presence: Presence): ModelView {
    const { provider, id, name, kind, source, read, unreached } = presence.row
    const { off, gone, why = unreached } = lifeHere(config, presence)
    const left = daysLeft(off, now)
    const successor = successorOf(presence, gone)
    const learned = presence.found?.learned
    return {
      provider,
      id,
      name,
      kind,
      state: stateOf(presence, { off, gone }),
      ...(why === undefined ? {} : { why }),
      ...(off == null ? {} : { off }),
      ...(left === undefined || gone ? {} : { daysLeft: left }),
      ...(successor === undefined ? {} : { successor }),
      price: reaisOf(book, provider, id),
      roles: roles.filter((role) => {
        const player = catalogue.role(role)
        return player?.name === id && player.provider === provider
      }),
      aliases: state.aliases.filter(({ called }) => isCalled(called, presence)).map(({ asked }) => asked),
      ...(learned === undefined ? {} : { learned: { ...learned.patch, at: new Date(learned.at).toISOString() } }),
      source,
      read,
    }
  }

  function isCalled(name: string, { row }: Presence): boolean {
    const called = index.named(name)
    return called?.provider === row.provider && called.id === row.id
  }

  function stateOf({ row }: Presence, { off, gone }: KnownLife): ModelState {
    if (gone) return "gone"
    if (!isReached(config, row.provider) || row.unreached !== undefined) return "unreached"
    return Object.keys(reaisOf(book, row.provider, row.id)).length > 0 ? lifeOf({ off }, gone, now) : "unpriced"
  }

  function successorOf({ row }: Presence, isGone: boolean): SuccessorView | undefined {
    if (row.life?.successors === undefined || !isReached(config, row.provider)) return undefined
    const price = book.priceFor(row.provider, row.id)
    const model = { name: row.id, displayName: row.name, provider: row.provider, row, ...(price && { price }) }
    const { next, dearer } = catalogue.follow(
      isGone ? (catalogue.retired(row.id, row.provider) ?? model) : model,
      () => true,
    )
    const follower = next ?? dearer
    if (follower === undefined) return undefined
    const [asked, other] = [comparable(model), comparable(follower)]
    const { name, provider } = follower
    if (next) return { model: name, provider, cheaper: isDearer(asked, other) }
    return { model: name, provider, cheaper: false, percentDearer: percentDearer(other, asked) }
  }
}
