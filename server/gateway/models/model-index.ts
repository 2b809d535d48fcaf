import { modelKey } from "#core/models/model-row.ts"
import { homeProvider, type ProviderId } from "#core/providers/registry.ts"

interface Named {
  readonly name: string
  readonly provider: ProviderId
  /** The name sent to the provider. */
  readonly askedAs?: string
}

/** Finds models by the names that callers use. */
export interface ModelIndex<M extends Named> {
  /** By its name, or what its provider is asked for; the first of several providers where none is named, OpenAI's before. */
  find(name: string, provider?: ProviderId): M | undefined
  /** By the name of a snapshot: a known name with a date behind it. */
  findDated(name: string, provider?: ProviderId): M | undefined
}

/** An index over models by their key (`modelKey`), which change no more. Names are asked of it that nobody knows, in each answer. */
export function indexModels<M extends Named>(models: ReadonlyMap<string, M>): ModelIndex<M> {
  const byAskedAs = new Map<string, M>()
  const byName = new Map<string, M>()
  for (const model of models.values()) {
    const { name, provider, askedAs } = model
    if (!byName.has(name)) byName.set(name, model)
    const key = askedAs === undefined ? undefined : modelKey(provider, askedAs)
    if (key !== undefined && !byAskedAs.has(key)) byAskedAs.set(key, model)
  }

  function find(name: string, provider?: ProviderId): M | undefined {
    const key = modelKey(provider ?? homeProvider, name)
    return models.get(key) ?? (provider === undefined ? byName.get(name) : byAskedAs.get(key))
  }
  return {
    find,
    findDated(name, provider) {
      const plain = withoutDate(name)
      return plain && plain.map((one) => find(one, provider)).find((model) => model !== undefined)
    },
  }
}

/** `claude-sonnet-4-5-20250929` is claude-sonnet-4-5, `gpt-4o-2024-11-20` is gpt-4o, at the same price. */
function withoutDate(name: string): readonly string[] | undefined {
  const plain = /^(.{1,110})-20\d\d(?:\d{4}|-\d\d-\d\d)$/.exec(name)?.[1]
  return plain === undefined ? undefined : ["", "-0", "-latest"].map((ending) => plain + ending)
}
