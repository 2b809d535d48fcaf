import { fieldsOf, parseJson } from "#core/lib/fields.ts"
import { splitIntoChunks } from "#core/sync/chunks.ts"
import { nonceIn } from "#core/sync/document.ts"
import type { FileRead, FileTag, FileTrouble, FileWritten, RemoteFile } from "#core/sync/remote-file.ts"
import { troubleOf, type Send } from "./remote-file.ts"

export interface UpstashAccess {
  readonly endpoint: string
  /** Names the backup. */
  readonly username: string
  readonly apiKey: string
}

/** The most chunks that are read: 256 MB. */
const mostChunks = 256

function addressOf(command: "get" | "set", key: string, endpoint: string): string {
  return `/api/upstash/${command}/${encodeURIComponent(key)}?${new URLSearchParams({ endpoint }).toString()}`
}

const authorized = ({ apiKey }: UpstashAccess) => ({ authorization: `Bearer ${apiKey}` })

/** Whether a store of this kind can be used. */
export async function checkUpstash(access: UpstashAccess, send: Send): Promise<boolean> {
  try {
    const where = addressOf("get", access.username, access.endpoint)
    return (await send(where, { method: "GET", headers: authorized(access) })).status === 200
  } catch {
    return false
  }
}

type Value =
  | { readonly ok: true; readonly value: string | undefined }
  | { readonly ok: false; readonly trouble: FileTrouble }

/** Whether a value may be the name of a write: not whatever a store answers to a key that it does not know. */
function isName(value: string): boolean {
  return /^[\w-]{6,64}$/.test(value)
}

/** A status that says nothing by itself is told by the name that its users have always read. */
function named(trouble: FileTrouble): FileTrouble {
  return trouble.kind === "status" ? { ...trouble, text: `Upstash API Error ${trouble.status}` } : trouble
}

/** The beginning of what came in the place of an answer, on one line. */
function startOf(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .slice(0, 100)
    .trim()
}

/** A backup in the values of a Redis store. It compares nothing: who was last is seen when the beginning is read again. */
export function upstashFile(access: UpstashAccess, send: Send): RemoteFile {
  const { username, endpoint } = access
  const countKey = `${username}-chunk-count`
  const chunkKey = (index: number) => `${username}-chunk-${index}`
  /** Has the name of the write that was stored last, as far as our own devices wrote: a few bytes tell whether one has. */
  const nameKey = `${username}-chunk-name`

  const call = async (command: "get" | "set", key: string, body?: string): Promise<Value> => {
    const init = {
      method: command === "get" ? "GET" : "POST",
      headers: authorized(access),
      ...(body === undefined ? {} : { body }),
    }
    const response = await send(addressOf(command, key, endpoint), init).catch(() => undefined)
    if (response === undefined) return { ok: false, trouble: { kind: "network" } }
    if (!response.ok) return { ok: false, trouble: named(await troubleOf(response)) }
    const text = await response.text().catch(() => undefined)
    if (text === undefined) return { ok: false, trouble: { kind: "network" } }
    const json = parseJson(text)
    if (json === undefined || !("result" in fieldsOf(json)))
      return { ok: false, trouble: { kind: "not-a-store", text: `Upstash API Error ${startOf(text)}` } }
    const { result } = fieldsOf(json)
    return { ok: true, value: typeof result === "string" || typeof result === "number" ? String(result) : undefined }
  }

  const read = async (known?: FileTag): Promise<FileRead> => {
    // Read before the file: where that is written meanwhile, the name is too old, and the file is read once more.
    const name = await call("get", nameKey)
    const etag: Pick<FileTag, "etag"> =
      name.ok && name.value !== undefined && isName(name.value) ? { etag: name.value } : {}
    if (etag.etag !== undefined && etag.etag === known?.etag) return { type: "unchanged" }
    const found = await call("get", countKey)
    if (!found.ok) return { type: "trouble", trouble: found.trouble }
    if (found.value === undefined) return { type: "absent", tag: { isThere: false } }
    // A store that says that there are none has a file without a byte, which nobody wrote so.
    const count = Number(found.value)
    if (!Number.isSafeInteger(count) || count < 0 || count > mostChunks)
      return { type: "trouble", trouble: { kind: "not-a-store", text: "Upstash API Error chunk-count" } }
    let text = ""
    for (let index = 0; index < count; index++) {
      // oxlint-disable-next-line no-await-in-loop -- such stores count requests at once
      const chunk = await call("get", chunkKey(index))
      if (!chunk.ok) return { type: "trouble", trouble: chunk.trouble }
      // A missing piece makes the text one that is not as it was written.
      text += chunk.value ?? ""
    }
    return { type: "read", text, tag: { isThere: true, ...etag } }
  }

  const write = async (pieces: readonly string[], nonce: string): Promise<FileWritten> => {
    const chunks = splitIntoChunks(pieces.join(""))
    for (const [index, chunk] of chunks.entries()) {
      // oxlint-disable-next-line no-await-in-loop
      const set = await call("set", chunkKey(index), chunk)
      if (!set.ok) return { type: "trouble", trouble: set.trouble }
    }
    const counted = await call("set", countKey, String(chunks.length))
    if (!counted.ok) return { type: "trouble", trouble: counted.trouble }
    const first = await call("get", chunkKey(0))
    if (!first.ok) return { type: "trouble", trouble: first.trouble }
    if (nonceIn(first.value?.slice(0, 200) ?? "") !== nonce) return { type: "changed" }
    if (!isName(nonce)) return { type: "written" }
    // Without it the others read the file when they look next.
    const named = await call("set", nameKey, nonce)
    return { type: "written", ...(named.ok ? { tag: { isThere: true, etag: nonce } } : {}) }
  }

  return { read, write, isTagOfWrite: true }
}
