import { addressPrefix } from "../limits/address-steps.ts"
import type { Log } from "../http/log.ts"
import type { Metrics } from "../http/metrics.ts"

/** The kind of a guess: an access code, or the operator's token. */
export type CredentialKind = "code" | "admin"

const kinds: readonly CredentialKind[] = ["code", "admin"]
/** Lines about single addresses between two reports; the others are reported together. */
const mostAddresses = 60
const counter = "prosa_wrong_credentials_total"
const help = "Access codes and operator's tokens that were wrong."

/** The tries since the last report: further ones of reported addresses, and those of all others. */
interface Untold {
  readonly byAddress: Map<string, number>
  others: number
}

/**
 * Lets the operator see that somebody guesses: every wrong try is counted, and an address is told at once, and then once
 * a report with how many there were. These `security` lines are the only ones that hold a stranger's address; what was
 * tried stands in none.
 */
export interface WrongCredentials {
  readonly of: (kind: CredentialKind) => (address: string) => void
  /** Tells what has come together since the last report; to be called once a minute, and at the end. */
  readonly report: () => void
}

export function createWrongCredentials(log: Log, metrics: Metrics): WrongCredentials {
  for (const kind of kinds) metrics.count(counter, help, { kind }, 0)
  const fresh = (): Untold => ({ byAddress: new Map(), others: 0 })
  const seen = new Map(kinds.map((kind) => [kind, fresh()]))

  return {
    of: (kind) => (address) => {
      metrics.count(counter, help, { kind })
      const list = seen.get(kind)
      if (list === undefined) return
      const subscriber = addressPrefix(address)
      const untold = list.byAddress.get(subscriber)
      if (untold !== undefined) list.byAddress.set(subscriber, untold + 1)
      else if (list.byAddress.size >= mostAddresses) list.others += 1
      else {
        list.byAddress.set(subscriber, 0)
        log.warn("security", { what: `wrong-${kind}`, address: subscriber, tries: 1 })
      }
    },
    report() {
      for (const [kind, { byAddress, others }] of seen) {
        const what = `wrong-${kind}`
        for (const [address, tries] of byAddress) if (tries > 0) log.warn("security", { what, address, tries })
        if (others > 0) log.warn("security", { what, address: "others", tries: others })
        seen.set(kind, fresh())
      }
    },
  }
}
