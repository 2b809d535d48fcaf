import { type AddressShare, createAddressTally } from "../http/address-steps.ts"

/** How much of something may be under way at once: pieces, or bytes. */
export interface AtOnceShare extends AddressShare {
  readonly perOwner: number
  readonly inAll: number
}

/** Who has something under way. */
export interface Holder {
  readonly owner: string
  readonly address: string
}

/** Counts what callers have under way, by owner, by address in steps, and in all. */
export interface AtOnce {
  /** Takes so much more, and answers how to give it back (once); undefined, and nothing is taken, where it is too much. */
  take(holder: Holder, amount?: number): (() => void) | undefined
}

export function createAtOnce(share: AtOnceShare): AtOnce {
  const byOwner = new Map<string, number>()
  const byAddress = createAddressTally(share)
  let inAll = 0

  function add({ owner, address }: Holder, amount: number): void {
    inAll += amount
    byAddress.add(address, amount)
    const left = (byOwner.get(owner) ?? 0) + amount
    if (left > 0) byOwner.set(owner, left)
    else byOwner.delete(owner)
  }

  return {
    take(holder, amount = 1) {
      const fitsOwner = (byOwner.get(holder.owner) ?? 0) + amount <= share.perOwner
      if (inAll + amount > share.inAll || !fitsOwner || !byAddress.fits(holder.address, amount)) return undefined
      add(holder, amount)
      let given = false
      return () => {
        if (!given) add(holder, -amount)
        given = true
      }
    },
  }
}
