import { execFile } from "node:child_process"
import { join } from "node:path"
import { type Config, withoutDotEnv } from "../config.ts"
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
export async function checkBooks(
  config: Pick<Config, "dataDir" | "databaseUrl" | "accessPepper">,
  deps: {
    readonly ledger: Ledger
    readonly log: Log
    /** As this server has read it at its start, with its `.env`; absent: the environment alone. */
    readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  },
): Promise<Verification> {
  const found = await verifyInChild(config, deps.environment ?? process.env)
  const wallets = new Set(found.violations.flatMap(({ detail }) => /^(?:wallet|calls):\S+?(?=: )/.exec(detail) ?? []))
  for (const { invariant, detail } of found.violations) deps.log.error("books-broken", { invariant, detail })
  for (const wallet of wallets) {
    await deps.ledger.freezeWallet(wallet, true)
    deps.log.error("wallet-frozen", { wallet })
  }
  return found
}

/** Rejects, with the words of the command line, where it came to no verdict. */
function verifyInChild(
  { dataDir, databaseUrl, accessPepper }: Parameters<typeof checkBooks>[0],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Verification> {
  const args = [commandLine, "ledger", "verify", "--json"]
  const given = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ACCESS_PEPPER: accessPepper }
  const options = {
    timeout: longestCheckMs,
    maxBuffer: longestOutput,
    // A `.env` may have been changed since the start of this server, and it is this server's books that are meant.
    env: { ...environment, ...given, ...withoutDotEnv },
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout) => {
      // Exit 1 with a verdict is a verdict.
      const said = readJson(stdout)
      if (said?.violations !== undefined) resolve(said as Verification)
      else reject(said?.error === undefined ? (error ?? new Error("the check said nothing")) : new Error(said.error))
    })
  })
}

function readJson(text: string): (Partial<Verification> & { readonly error?: string }) | undefined {
  try {
    return JSON.parse(text) as Partial<Verification>
  } catch {
    return undefined
  }
}
