import { execFile } from "node:child_process"
import { join } from "node:path"
import type { Log } from "../http/log.ts"
import type { Ledger } from "./ledger-store.ts"
import type { Verification } from "./verify.ts"

const commandLine = join(import.meta.dirname, "../admin/cli.ts")
/** The longest duration of a check, in ms, and its longest output, in bytes. */
const longestCheckMs = 10 * 60_000
const longestOutput = 16 * 1024 * 1024

/**
 * Checks the books as the operator would, in a process of its own, since a check of large books would hold up every
 * stream. A wallet named in a violation is frozen and the log says so loudly; nothing is repaired.
 */
export async function checkBooks(deps: { readonly ledger: Ledger; readonly log: Log }): Promise<Verification> {
  const found = await verifyInChild()
  const wallets = new Set(found.violations.flatMap(({ detail }) => /^(?:wallet|calls):\S+?(?=: )/.exec(detail) ?? []))
  for (const { invariant, detail } of found.violations) deps.log.error("books-broken", { invariant, detail })
  for (const wallet of wallets) {
    await deps.ledger.freezeWallet(wallet, true)
    deps.log.error("wallet-frozen", { wallet })
  }
  return found
}

function verifyInChild(): Promise<Verification> {
  const args = [commandLine, "ledger", "verify", "--json"]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { timeout: longestCheckMs, maxBuffer: longestOutput }, (error, stdout) => {
      try {
        // Exit 1 with a verdict is a verdict.
        resolve(JSON.parse(stdout) as Verification)
      } catch {
        reject(error ?? new Error("the check of the books said nothing"))
      }
    })
  })
}
