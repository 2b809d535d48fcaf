import { err, ok, type Result } from "#core/lib/result.ts"
import { checkEgress, type EgressRules } from "../../outbound/egress-guard.ts"
import { readText } from "../../outbound/bounded-reads.ts"
import { guardedGet } from "../../outbound/guarded-exchange.ts"
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
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const headers = { accept: "application/json", "user-agent": "Prosa" }
    return await guardedGet(target.value, { headers, signal, patienceMs }, async ({ status, body }) => {
      if (status !== 200) return err(`it answered with ${status}`)
      const text = await readText(body, longestCatalogue + 1)
      return Buffer.byteLength(text) > longestCatalogue ? err("it has more than 8 MiB") : ok(text)
    })
  } catch {
    return err(signal.aborted ? "it took longer than 15 seconds" : "it does not answer")
  }
}
