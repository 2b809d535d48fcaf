import { homeProvider, type ProviderId } from "../providers/registry.ts"
import { splitModelName } from "./custom-models.ts"
import { modelKey, type ModelRow } from "./model-row.ts"

/** The rows of a catalogue by the names that people write. */
export interface RowIndex {
  find(provider: ProviderId, id: string): ModelRow | undefined
  /** `name` or `name@Provider`; a bare name is of the given provider, else OpenAI's, else the first that has it. */
  named(name: string, home?: ProviderId): ModelRow | undefined
}

export function indexRows(rows: readonly ModelRow[]): RowIndex {
  const byKey = new Map(rows.map((row) => [modelKey(row.provider, row.id), row]))
  const byId = new Map(rows.toReversed().map((row) => [row.id, row]))
  const find = (provider: ProviderId, id: string) => byKey.get(modelKey(provider, id))
  return {
    find,
    named(text, home) {
      const { name, provider } = splitModelName(text)
      if (provider === "unknown") return undefined
      if (provider !== undefined) return find(provider, name)
      return home === undefined ? (find(homeProvider, name) ?? byId.get(name)) : find(home, name)
    },
  }
}
