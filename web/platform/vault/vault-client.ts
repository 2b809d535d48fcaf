import { fieldsOf, isObject, type JsonObject } from "#core/lib/fields.ts"
import { bytesOfBase64, longestBatch, longestBlob } from "#core/vault/envelope.ts"
import type { VaultKeys } from "./vault-keys.ts"
import { atServer } from "../gateway/server-address.ts"

/** A reply of the server; status 0: it could not be reached. */
export interface VaultReply {
  readonly status: number
  readonly json: JsonObject
}

export interface SnapshotFacts {
  readonly id: string
  readonly upto: number
  readonly parts: number
  readonly bytes: number
}

export interface VaultFacts {
  readonly last: number
  readonly batches: number
  readonly logBytes: number
  readonly bytes: number
  readonly quota: number
  readonly snapshot: SnapshotFacts | undefined
  readonly devices: readonly { readonly device: string; readonly seenAt: number }[]
}

export interface LogPage {
  readonly last: number
  readonly oldest: number
  readonly snapshot: SnapshotFacts | undefined
  /** What the server calls the place behind which it begins (`core/vault/history.ts`). */
  readonly marks: readonly string[]
  readonly batches: readonly {
    readonly seq: number
    readonly marks: readonly string[]
    readonly bytes: Uint8Array<ArrayBuffer>
  }[]
}

export type VaultClient = ReturnType<typeof createVaultClient>

/** The calls of one vault. None throws. */
export function createVaultClient(keys: Pick<VaultKeys, "id" | "token">, device: string) {
  const path = `/api/vault/${keys.id}`
  const own = { "X-Vault-Token": keys.token, "X-Vault-Device": device }
  const json = { "Content-Type": "application/json" }
  return {
    /** Makes it, in the name of whoever the headers say. */
    make: (headers: Readonly<Record<string, string>>) =>
      call("PUT", path, { ...headers, ...own, ...json }, JSON.stringify({ token: keys.token })),
    facts: () => call("GET", path, own),
    remove: () => call("DELETE", path, own),
    append: (batch: Uint8Array<ArrayBuffer>) => call("POST", `${path}/log`, own, batch),
    log: (after: number) => call("GET", `${path}/log?after=${after}`, own, undefined, longestPage),
    part: (snapshot: string, at: number) => bytesAt(`${path}/snapshot/${snapshot}/${at}`, own, longestBatch),
    putPart: (snapshot: string, at: number, part: Uint8Array<ArrayBuffer>) =>
      call("PUT", `${path}/snapshot/${snapshot}/${at}`, own, part),
    sealSnapshot: (upto: number, facts: object) =>
      call("PUT", `${path}/snapshot?upto=${upto}`, { ...own, ...json }, JSON.stringify(facts)),
    blobs: (names: readonly string[]) => call("POST", `${path}/blobs`, { ...own, ...json }, JSON.stringify({ names })),
    putBlob: (name: string, blob: Uint8Array<ArrayBuffer>) => call("PUT", `${path}/blob/${name}`, own, blob),
    blob: (name: string) => bytesAt(`${path}/blob/${name}`, own, longestBlob),
    offer: (id: string, sealed: string) =>
      call("POST", "/api/vault/pair", { ...own, ...json }, JSON.stringify({ id, vault: keys.id, sealed })),
  }
}

/** What somebody sealed for this device; it can be asked for once. */
export function takeOffer(id: string): Promise<VaultReply> {
  return call("POST", `/api/vault/pair/${id}`, {})
}

export function readFacts(json: JsonObject): VaultFacts {
  const devices = Array.isArray(json["devices"]) ? (json["devices"] as unknown[]) : []
  return {
    last: count(json["last"]),
    batches: count(json["batches"]),
    logBytes: count(json["logBytes"]),
    bytes: count(json["bytes"]),
    quota: count(json["quota"]),
    snapshot: readSnapshot(json["snapshot"]),
    devices: devices.map((one) => {
      const { device, seenAt } = fieldsOf(one)
      return { device: String(device), seenAt: count(seenAt) }
    }),
  }
}

export function readLogPage(json: JsonObject): LogPage {
  const batches = Array.isArray(json["batches"]) ? (json["batches"] as unknown[]) : []
  return {
    last: count(json["last"]),
    oldest: count(json["oldest"]),
    snapshot: readSnapshot(json["snapshot"]),
    marks: readMarks(json["mark"]),
    batches: batches.map((one) => {
      const { seq, mark, data } = fieldsOf(one)
      return { seq: count(seq), marks: readMarks(mark), bytes: bytesOfBase64(typeof data === "string" ? data : "") }
    }),
  }
}

function readSnapshot(stored: unknown): SnapshotFacts | undefined {
  const { id, upto, parts, bytes } = fieldsOf(stored)
  return typeof id === "string" ? { id, upto: count(upto), parts: count(parts), bytes: count(bytes) } : undefined
}

/** The name of a place in the log; none where the server has none for it. */
export function readMarks(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : []
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0
}

/** How long is waited for any reply, in ms, and how many bytes a slow line carries in one more. */
const patienceMs = 120_000
const slowBytesPerMs = 8
/** A page of the log has as much as the longest batch, in base64. */
const longestPage = 2 * longestBatch

/** Ends a call that carries so many bytes and takes longer than on a slow line. */
function patienceFor(bytes: number): AbortSignal {
  return AbortSignal.timeout(patienceMs + Math.ceil(bytes / slowBytesPerMs))
}

async function call(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array<ArrayBuffer>,
  mostBytes = body?.length ?? 0,
): Promise<VaultReply> {
  try {
    const signal = patienceFor(mostBytes)
    const reply = await fetch(atServer(path), { method, headers, signal, ...(body !== undefined && { body }) })
    if (reply.status === 204) return { status: 204, json: {} }
    const json: unknown = await reply.json()
    // What answers without JSON is not our server, whatever its status.
    return isObject(json) ? { status: reply.status, json } : { status: 0, json: {} }
  } catch {
    return { status: 0, json: {} }
  }
}

async function bytesAt(
  path: string,
  headers: Readonly<Record<string, string>>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | number> {
  try {
    const reply = await fetch(atServer(path), { headers, signal: patienceFor(mostBytes) })
    return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : reply.status
  } catch {
    return 0
  }
}
