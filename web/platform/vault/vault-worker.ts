/** Keeps this browser and its vault up to date, away from the page's thread. Of all tabs one does it. */
import { openDatabase } from "../storage/database.ts"
import { listenToRecords } from "../storage/record-channel.ts"
import { reopened } from "../storage/reopened.ts"
import { openTabChannel } from "../storage/tab-channel.ts"
import type { Decision } from "#core/sync/join.ts"
import { decodeRecord } from "#core/sync/sync-record.ts"
import { sweepKept } from "../sync/kept-records.ts"
import { createRoundTimes } from "./round-times.ts"
import { syncVault } from "./sync-vault.ts"
import { standingOf, vaultChannelName, type VaultWord } from "./vault-channel.ts"
import { openVaultDatabase, type VaultTrouble } from "./vault-database.ts"

const words = new BroadcastChannel(vaultChannelName)

/** What the worker says to the page that started it. */
export type FromVaultWorker =
  | { readonly type: "wants-settings" }
  /** `settings`: as they are in the vault, as JSON; absent where it has none. */
  | { readonly type: "came"; readonly decisions: readonly Decision[]; readonly settings: unknown }
  /** The last that it says. */
  | { readonly type: "closed" }

export interface ToVaultWorker {
  readonly type: "settings"
  readonly record: unknown
}

const toPage = (word: FromVaultWorker) => postMessage(word)

/** Ends the worker: the page starts another one where there is a vault again. */
function end(): void {
  toPage({ type: "closed" })
  close()
}

/** The settings of this browser, which the page has. */
function askForSettings() {
  return new Promise<ReturnType<typeof decodeRecord>>((resolve) => {
    addEventListener("message", ({ data }: MessageEvent<ToVaultWorker>) => resolve(decodeRecord(data.record)), {
      once: true,
    })
    toPage({ type: "wants-settings" })
  })
}

async function keepUp(): Promise<void> {
  const storage = reopened((closed) => Promise.all([openVaultDatabase(closed), openDatabase(end, { closed })]))
  void storage()
    .then(([, database]) => sweepKept(database, Date.now()))
    .catch(() => {})
  let failures = 0
  let before: VaultTrouble | undefined

  async function round(): Promise<number> {
    let trouble: VaultTrouble | undefined = "local"
    try {
      const [vault, database] = await storage()
      const report = await navigator.locks.request("nk-sync", async () =>
        syncVault({
          vault,
          database,
          settings: await askForSettings(),
          came: (decisions, settings) => toPage({ type: "came", decisions, settings }),
        }),
      )
      // Without a vault there is nothing to keep. It may have been left while the round was on its way.
      if (report === undefined) {
        words.postMessage({ say: "changed" } satisfies VaultWord)
        // A round that was asked for meanwhile may be the first of another vault.
        if (!times.isWanted()) end()
        return failures
      }
      ;({ trouble } = report)
      failures = trouble === undefined || trouble === "gone" || trouble === "damaged" ? 0 : failures + 1
    } catch {
      failures += 1
    }
    words.postMessage({ say: "changed", standing: standingOf(trouble, before) } satisfies VaultWord)
    before = trouble
    return failures
  }

  const times = createRoundTimes(round, () => words.postMessage({ say: "who" } satisfies VaultWord))
  openTabChannel().listen(times.changed)
  listenToRecords(times.changed)
  words.addEventListener("message", ({ data }: MessageEvent<VaultWord>) => {
    if (data.say === "sync") times.run()
    else if (data.say === "seen") times.seen()
  })
  addEventListener("online", times.run)
  times.run()
}

// Held until this tab is closed; then another one's worker goes on.
void navigator.locks.request("nk-vault-keeper", () => keepUp().then(() => new Promise(() => {})))
