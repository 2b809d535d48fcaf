import { callPlugin, PluginTrouble } from "../../platform/plugins/plugin-client.ts"
import { authHeaders, knowVisitor } from "../../state/access-store.ts"

/** Loads a description from its address, as a plugin's call: the same guard stands before it. Rejects with what to show. */
export async function loadSpec(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly text: string } | "too-large" | undefined> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== "https:") return undefined
  await knowVisitor()
  const call = {
    method: "GET",
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {},
  }
  const headers = { ...authHeaders(), Accept: "application/json, application/yaml, text/yaml, text/plain, */*" }
  // Servers send descriptions under many types, YAML as `application/vnd.oai.openapi` or as mere bytes.
  const reply = await callPlugin(call, { headers, signal, isText: true }).catch((error: unknown) => {
    if (error instanceof PluginTrouble) return error
    throw error
  })
  if (reply instanceof PluginTrouble) throw reply
  if (reply.isCut) return "too-large"
  return reply.status === 200 && reply.text !== undefined ? { text: reply.text } : undefined
}
