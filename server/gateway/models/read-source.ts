import { err, ok, type Result } from "#core/lib/result.ts"
import { agentFor, checkEgress, type EgressRules } from "../../http/egress-guard.ts"
import { readText } from "../upstream/sse-events.ts"
import { exchange } from "../upstream/upstream-exchange.ts"
import { longestCatalogue, readSmallFile } from "./read-small-file.ts"

const patienceMs = 15_000

/** The text of a list of models: a file, or a public address, of at most 8 MiB. The error is one sentence that names it. */
export async function readSource(from: string, egress?: EgressRules): Promise<Result<string, string>> {
  const text = /^https?:\/\//i.test(from) ? await fetchText(from, egress) : readSmallFile(from)
  return text.ok ? text : err(`${from}: ${text.error}`)
}

/** Redirects are not followed, and no address is called that is not public: where a name leads may change. */
async function fetchText(address: string, egress?: EgressRules): Promise<Result<string, string>> {
  const target = await checkEgress(address, egress)
  if (!target.ok) return err("it is no public address that may be called")
  const agent = agentFor(target.value)
  const { url } = target.value
  const headers = { host: url.host, accept: "application/json", "accept-encoding": "identity", "user-agent": "Prosa" }
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const silence = { headersTimeout: patienceMs, bodyTimeout: patienceMs }
    const request = { origin: url.origin, path: url.pathname + url.search, method: "GET", headers, ...silence } as const
    const reply = await exchange(agent, request, signal)
    if (reply.status !== 200) return err(`it answered with ${reply.status}`)
    const text = await readText(reply.body, longestCatalogue + 1)
    return Buffer.byteLength(text) > longestCatalogue ? err("it has more than 8 MiB") : ok(text)
  } catch {
    return err(signal.aborted ? "it took longer than 15 seconds" : "it does not answer")
  } finally {
    await agent.destroy()
  }
}
