/** Names that were changed for the model, by where they stand in a value. */
export interface NameTree {
  /** The service's name of each property that has another one for the model. */
  readonly own?: Readonly<Record<string, string>>
  /** Of values inside, by the model's name of the property. */
  readonly inside?: Readonly<Record<string, NameTree>>
  /** Of the values of all other properties. */
  readonly extra?: NameTree
  readonly items?: NameTree
}

/**
 * The names of a value for which several trees hold, such as one that may be either of two things; undefined where nothing was
 * changed. Of two names for one property the first is taken.
 */
export function mergedNames(trees: readonly (NameTree | undefined)[]): NameTree | undefined {
  const all = trees.filter((tree) => tree !== undefined && Object.keys(tree).length > 0) as readonly NameTree[]
  if (all.length <= 1) return all[0]
  const own = Object.fromEntries(all.toReversed().flatMap((tree) => Object.entries(tree.own ?? {})))
  const names = new Set(all.flatMap((tree) => Object.keys(tree.inside ?? {})))
  const inside = Object.fromEntries(
    [...names].flatMap((name) => {
      const merged = mergedNames(all.map((tree) => partOf(tree.inside ?? {}, name)))
      return merged ? [[name, merged]] : []
    }),
  )
  const extra = mergedNames(all.map((tree) => tree.extra))
  const items = mergedNames(all.map((tree) => tree.items))
  return {
    ...(Object.keys(own).length > 0 && { own }),
    ...(Object.keys(inside).length > 0 && { inside }),
    ...(extra && { extra }),
    ...(items && { items }),
  }
}

function partOf(inside: Readonly<Record<string, NameTree>>, name: string): NameTree | undefined {
  return Object.hasOwn(inside, name) ? inside[name] : undefined
}
