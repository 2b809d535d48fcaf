import { fieldsOf, textOf } from "#core/lib/fields.ts"

/** A plugin that comes with the product. */
export interface BuiltinPlugin {
  readonly id: string
  readonly name: string
  /** Its description, as text. */
  readonly content: string
}

/** Longest wait for a file of ours, in ms. */
const patienceMs = 15_000

/** The plugins of `plugins.json` whose descriptions could be fetched, and whether those are all. */
export async function fetchBuiltinPlugins(): Promise<{
  readonly all: readonly BuiltinPlugin[]
  readonly isComplete: boolean
}> {
  try {
    const list: unknown = await (await own("plugins.json")).json()
    const found = await Promise.all((Array.isArray(list) ? (list as unknown[]) : []).map(readBuiltin))
    const all = found.flatMap((one) => one ?? [])
    return { all, isComplete: all.length > 0 && all.length === found.length }
  } catch (error) {
    console.warn("plugins.json", error)
    return { all: [], isComplete: false }
  }
}

async function readBuiltin(entry: unknown): Promise<BuiltinPlugin | undefined> {
  const { id, name, schema } = fieldsOf(entry)
  const path = textOf(schema)
  if (!textOf(id) || path === undefined) return undefined
  try {
    return { id: String(id), name: textOf(name) ?? String(id), content: await (await own(path)).text() }
  } catch (error) {
    console.warn(path, error)
    return undefined
  }
}

/** One of our own files: another site's would be called by the page itself. */
async function own(path: string): Promise<Response> {
  const folder = new URL(import.meta.env.BASE_URL, location.href).href
  const url = new URL(path.replace(/^\//, ""), folder)
  if (!url.href.startsWith(folder)) throw new TypeError("not a file of ours")
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response
}
