import { fieldsOf, parseJson } from "#core/lib/fields.ts"
import { splitIntoChunks } from "#core/sync/chunks.ts"
import { nonceIn } from "#core/sync/document.ts"
import type { FileRead, FileTrouble, FileWritten, RemoteFile } from "#core/sync/remote-file.ts"
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

  const read = async (): Promise<FileRead> => {
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
    return { type: "read", text, tag: { isThere: true } }
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
    return nonceIn(first.value?.slice(0, 200) ?? "") === nonce ? { type: "written" } : { type: "changed" }
  }

  return { read, write }
}
