import { fieldsOf } from "#core/lib/fields.ts"
import type { VaultTrouble } from "./vault-database.ts"

/** Why a round ends early. */
export class RoundTrouble extends Error {
  readonly kind: VaultTrouble
  constructor(kind: VaultTrouble) {
    super(kind)
    this.kind = kind
  }
}

/** What a reply holds; a refusal ends the round. */
export function checkedReply({ status, json }: { readonly status: number; readonly json: object }) {
  if (status === 0 || status >= 500) throw new RoundTrouble("offline")
  if (status === 404) throw new RoundTrouble("gone")
  if (status === 413) throw new RoundTrouble("full")
  if (status === 429) throw new RoundTrouble("busy")
  if (status >= 300) throw new RoundTrouble("offline")
  return fieldsOf(json)
}
