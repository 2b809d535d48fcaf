import type { Provider } from "../upstream/provider.ts"
import { readText } from "../upstream/sse-events.ts"
import { objectOf, objectsOf, parseJson, textOf } from "#core/providers/json.ts"
export interface ListedByProvider { readonly id: string; readonly off?: string | null }
export async function fetchProviderList(provider: Provider): Promise<readonly ListedByProvider[] | undefined> {
  const key = provider.keys.take("", new Set())?.key
  const signed = await provider.sign({ path: "/v1/models", headers: { accept: "application/json" }, body: "" }, key)
  const reply = await provider.upstream({ ...signed, method: "GET" }, { signal: AbortSignal.timeout(10_000), patienceMs: 10_000 })
  const said = await readText(reply.body, 4 * 1024 * 1024)
  if (reply.status !== 200) return undefined
  return objectsOf(objectOf(parseJson(said))?.["data"]).flatMap((m) => { const id = textOf(m["id"]); const off = m["shutdown_date"]; return id === undefined ? [] : [{ id, ...(typeof off === "string" || off === null ? { off } : {}) }] })
}
