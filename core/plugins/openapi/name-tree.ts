import { propertyNameFor } from "./names.ts"

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
 * A place in a value, where names are given to properties. Several schemas may hold there, such as one that may be either of two
 * things: a property that two of them have has one name, and no two properties have the same.
 */
export interface NamePlace {
  /** The model's name of a property. */
  readonly nameOf: (name: string) => string
  /** The place of a property's value, by the service's name. */
  readonly property: (name: string) => NamePlace
  /** The place of the items of a list. */
  readonly items: () => NamePlace
  /** The place of the values of all other properties. */
  readonly extra: () => NamePlace
  /** The names that were changed, here and inside; undefined where none was. */
  readonly names: () => NameTree | undefined
}

export function openNamePlace(): NamePlace {
  const taken = new Set<string>()
  const given = new Map<string, string>()
  const inside = new Map<string, NamePlace>()
  let items: NamePlace | undefined
  let extra: NamePlace | undefined
  return {
    nameOf(name) {
      const mapped = given.get(name) ?? propertyNameFor(name, taken)
      given.set(name, mapped)
      return mapped
    },
    property(name) {
      const place = inside.get(name) ?? openNamePlace()
      inside.set(name, place)
      return place
    },
    items: () => (items ??= openNamePlace()),
    extra: () => (extra ??= openNamePlace()),
    names() {
      const own = [...given].flatMap(([name, mapped]) => (mapped === name ? [] : [[mapped, name] as const]))
      const within = [...given].flatMap(([name, mapped]) => {
        const names = inside.get(name)?.names()
        return names ? [[mapped, names] as const] : []
      })
      const [ofItems, ofExtra] = [items?.names(), extra?.names()]
      if (own.length + within.length === 0 && !ofItems && !ofExtra) return undefined
      return {
        ...(own.length > 0 && { own: Object.fromEntries(own) }),
        ...(within.length > 0 && { inside: Object.fromEntries(within) }),
        ...(ofExtra && { extra: ofExtra }),
        ...(ofItems && { items: ofItems }),
      }
    },
  }
}
