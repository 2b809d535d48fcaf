import type { Balances } from "#core/ledger/balance.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import type { AccessCode } from "./access-code-store.ts"
import { dayInBrazil } from "../time/day-in-brazil.ts"

/** The balances of codes. The first look of a day also books the daily grant of a free code. */
export interface Wallets {
  balances(code: AccessCode): Promise<Balances>
  /** Tops a free code up, once a day; nothing for a premium one. */
  grant(code: AccessCode): Promise<void>
}

export function createWallets(ledger: Ledger, options: { dailyGrant: MicroReais; now: () => number }): Wallets {
  /** Codes that got today's grant from this process: only saves a look, the ledger gives it once anyway. */
  let granted = { day: "", codes: new Set<string>() }

  async function grant(code: AccessCode): Promise<void> {
    if (code.kind !== "free" || code.frozen || options.dailyGrant === 0) return
    const day = dayInBrazil(options.now())
    if (granted.day !== day) granted = { day, codes: new Set() }
    if (granted.codes.has(code.id)) return
    await ledger.grantDaily({ codeId: code.id, day, target: options.dailyGrant })
    granted.codes.add(code.id)
  }

  return {
    grant,
    async balances(code) {
      await grant(code)
      return ledger.balances(code.id)
    },
  }
}
