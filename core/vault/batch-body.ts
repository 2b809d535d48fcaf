import { fieldsOf, isObject } from "../lib/fields.ts"
import type { ChainPlace } from "./chain.ts"
import { isVaultHash, isVaultId } from "./envelope.ts"

/** What a batch, or a part of a snapshot, says once it is opened. */
export interface BatchBody {
  /** The device that wrote it, by its name in requests (`X-Vault-Device`). */
  readonly device: string
  /** What its owner calls it. */
  readonly name: string
  /** Records as they travel between devices (`core/sync/sync-record.ts`). */
  readonly records: readonly unknown[]
  /** Writers of whom a batch is missing here: they send all that they have again. */
  readonly missing: readonly string[]
  /** Of the first part of a snapshot: how far each writer's chain is in it, and what the devices are called. */
  readonly chains?: Readonly<Record<string, ChainPlace>>
  readonly names?: Readonly<Record<string, string>>
  /** With the last of what was sent together: up to where its writer knew everything, by device. */
  readonly seen?: unknown
  /** With the last batch of everything that its writer sent again: the number of the first one. A page from before has none. */
  readonly allSince?: number
  /**
   * Of the first part of a snapshot: the device that made it lacked no batch before the places in `chains`. Pages from before this
   * mark write none.
   */
  readonly whole?: true
}

/** The version of what is sealed. */
export const bodyVersion = 1

const longestName = 80
const mostMissing = 50

export function encodeBody({ missing, ...body }: BatchBody): string {
  return JSON.stringify({ v: bodyVersion, ...body, ...(missing.length > 0 && { missing }) })
}

/**
 * Reads the decrypted text of a batch. `later`: a later version of the page wrote it and only such a one can read it; undefined: it is
 * no batch. Nothing in it is taken on trust: whoever has the key may have written it.
 */
export function readBody(text: string): BatchBody | "later" | undefined {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(stored)) return undefined
  const { v, device, name, records, missing, chains, names, seen, allSince, whole } = fieldsOf(stored)
  if (typeof v === "number" && v > bodyVersion) return "later"
  if (v !== bodyVersion || !isVaultId(device)) return undefined
  return {
    device,
    name: typeof name === "string" ? name.slice(0, longestName) : "",
    records: Array.isArray(records) ? (records as unknown[]) : [],
    missing: Array.isArray(missing) ? missing.filter(isVaultId).slice(0, mostMissing) : [],
    ...(isObject(seen) && { seen }),
    ...(isObject(chains) && { chains: readChains(chains) }),
    ...(isObject(names) && { names: readNames(names) }),
    ...(isPlace(allSince) && { allSince }),
    ...(whole === true && { whole }),
  }
}

function readChains(stored: object): Readonly<Record<string, ChainPlace>> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([writer, place]: [string, unknown]) => {
      const { number, hash } = fieldsOf(place)
      return isVaultId(writer) && isPlace(number) && isVaultHash(hash) ? [[writer, { number, hash }]] : []
    }),
  )
}

function isPlace(number: unknown): number is number {
  return Number.isSafeInteger(number)
}

function readNames(stored: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([device, name]: [string, unknown]) =>
      isVaultId(device) && typeof name === "string" ? [[device, name.slice(0, longestName)]] : [],
    ),
  )
}

/** The parts of an invitation in an address: `par=<id>.<key>`, in the fragment, which no server is sent. */
export interface Invitation {
  readonly id: string
  /** 16 bytes, as base64url: opens what the server keeps under the id. */
  readonly key: string
}

export function invitationHash({ id, key }: Invitation): string {
  return `#par=${id}.${key}`
}

/** The invitation in a fragment, an address, or whatever was scanned; undefined where there is none. */
export function readInvitation(text: string): Invitation | undefined {
  // A build for an application has it in the query behind the hash.
  const [, id, key] = /#(?:[^#]*[?&])?par=([\w-]{22})\.([\w-]{22})$/.exec(text.trim()) ?? []
  return isVaultId(id) && isVaultId(key) ? { id, key } : undefined
}
