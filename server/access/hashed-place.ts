import { addressSteps } from "../limits/address-steps.ts"
import type { Person } from "./authorize.ts"

/** Where a visitor does something, as hashes under a secret; of whoever has a code nothing is noted. */
export interface HashedPlace {
  /** The IPv4 address or the /64. */
  readonly place: string | null
  /** The /48; null for an IPv4 address. */
  readonly network: string | null
}

/**
 * Where a person does something. `hashed`: hashes a text under the server's secret (`hmacUnder`). `label`: stands before each
 * address, so that the hashes of two tables do not match. The hashes are stored: a label stays as it is, byte for byte.
 */
export function hashedPlaceOf(
  { kind, address }: Pick<Person, "kind" | "address">,
  { hashed, label }: { readonly hashed: (text: string) => string; readonly label: string },
): HashedPlace {
  if (kind !== "visitor") return { place: null, network: null }
  const [place = null, network = null] = addressSteps(address).map((step) => hashed(`${label} ${step}`))
  return { place, network }
}
