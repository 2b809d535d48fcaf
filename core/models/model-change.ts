import type { ShownPrice } from "../gateway/failure.ts"
import type { ModelWithProvider } from "./new-model.ts"

/** A model that would answer in place of another. */
export interface Follower {
  readonly name: string
  readonly displayName: string
  readonly provider: string
}

/** A model that was switched off, as the server reports it. */
export interface RetiredModel {
  readonly displayName: string
  /** `YYYY-MM-DD`, where that is known. */
  readonly since?: string
  /** The successor that answers without consent. */
  readonly next?: Follower & { readonly cheaper: boolean }
  /** The successor that needs consent. `percent`: how much more a typical question costs. */
  readonly dearer?: Follower & { readonly percent?: number }
}

/**
 * The model that the operator's alias maps a name to. `percent`: present only where that is dearer than the requested
 * one.
 */
export type AliasOf = Follower & { readonly percent?: number }

export interface ModelChanges {
  /** By `name@Provider`. */
  readonly retired: Readonly<Record<string, RetiredModel>>
  /** By the requested name, with or without its provider. */
  readonly aliases: Readonly<Record<string, AliasOf>>
}

/** A change of model: another one answers than the conversation's own. */
export type ModelChange = {
  /** The display name of the requested model. */
  readonly asked: string
  readonly since?: string
  /** Identifies the change, so that each is shown once. */
  readonly key: string
} & (
  | { readonly kind: "follows"; readonly to: Follower & { readonly cheaper: boolean } }
  /** `byAlias`: it answers under the requested name. */
  | { readonly kind: "dearer"; readonly to: Follower & { readonly percent?: number }; readonly byAlias: boolean }
  | { readonly kind: "nobody" }
)

/**
 * The change of a conversation's model, where another answers for it or none does. An alias takes precedence over
 * everything else.
 */
export function modelChangeOf(asked: ModelWithProvider, { retired, aliases }: ModelChanges): ModelChange | undefined {
  const name = `${asked.model}@${asked.providerName}`
  const alias = own(aliases, name) ?? own(aliases, asked.model)
  if (alias) {
    if (alias.percent === undefined || isSame(alias, asked)) return undefined
    return { kind: "dearer", asked: asked.model, key: keyOf(name, alias), to: alias, byAlias: true }
  }
  const gone = own(retired, name)
  if (gone === undefined) return undefined
  const { displayName, since, next, dearer } = gone
  const told = { asked: displayName, ...(since === undefined ? {} : { since }), key: keyOf(name, next ?? dearer) }
  if (next) return { ...told, kind: "follows", to: next }
  return dearer ? { ...told, kind: "dearer", to: dearer, byAlias: false } : { ...told, kind: "nobody" }
}

/** The model that answers a question to `asked`, according to the server. */
export function answeringModel(asked: ModelWithProvider, changes: ModelChanges): ModelWithProvider {
  const { model, providerName } = asked
  const name = `${model}@${providerName}`
  const to = own(changes.aliases, name) ?? own(changes.aliases, model) ?? own(changes.retired, name)?.next
  return to ? { model: to.name, providerName: to.provider } : asked
}

/**
 * How much more a typical question costs at one price than at another, in whole percent; undefined where it is not
 * more.
 */
export function percentMore(price: ShownPrice | undefined, than: ShownPrice | undefined): number | undefined {
  if (price === undefined || than === undefined) return undefined
  const costOf = (shown: ShownPrice) => ("each" in shown ? shown.each : 3 * shown.input + shown.output)
  const [cost, other] = [costOf(price), costOf(than)]
  const percent = Math.ceil((cost / other - 1) * 100)
  return Number.isFinite(percent) && percent > 0 ? percent : undefined
}

function keyOf(asked: string, to: Follower | undefined): string {
  return to === undefined ? asked : `${asked}>${to.name}@${to.provider}`
}

function isSame({ name, provider }: Follower, { model, providerName }: ModelWithProvider): boolean {
  return name === model && provider === providerName
}

/**
 * Looks up an own property only: the names come from a server and the keys from a user's storage, and `constructor`
 * must find nothing.
 */
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
