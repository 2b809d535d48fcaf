import { rawAddress } from "#core/plugins/openapi/raw-address.ts"
import { callPlugin } from "../../platform/plugins/plugin-client.ts"
import { authHeaders, knowVisitor } from "../../state/access-store.ts"
import { readUrl } from "../../platform/browser/read-url.ts"

/**
 * What came of loading a description: its text with the whole address it came from, or why there is none. `isRaw`: what was typed
 * is the page that shows a file, and the file itself was loaded.
 */
export type LoadedSpec =
  | { readonly text: string; readonly address: string; readonly isRaw: boolean }
  | { readonly trouble: "not-https" | "too-large" | "failed"; readonly status?: number }

/** Loads a description from its address, as a plugin's call: the same guard stands before it. Rejects with what to show. */
export async function loadSpec(typed: string, signal: AbortSignal): Promise<LoadedSpec> {
  // People leave the beginning out, as they do where a browser is asked.
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  const page = readUrl(address)
  if (page === undefined) return { trouble: "failed" }
  if (page.protocol !== "https:") return { trouble: "not-https" }
  const raw = rawAddress(page)
  const url = (raw === undefined ? undefined : readUrl(raw)) ?? page
  await knowVisitor()
  const call = {
    method: "GET",
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {},
  }
  const headers = { ...authHeaders(), Accept: "application/json, application/yaml, text/yaml, text/plain, */*" }
  // Servers send descriptions under many types, YAML as `application/vnd.oai.openapi` or as mere bytes.
  const { status, text, isCut } = await callPlugin(call, { headers, signal, isText: true })
  if (isCut) return { trouble: "too-large" }
  if (status !== 200) return { trouble: "failed", status }
  return text === undefined ? { trouble: "failed" } : { text, address: raw ?? address, isRaw: raw !== undefined }
}
