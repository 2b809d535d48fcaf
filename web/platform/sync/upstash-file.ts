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

/** How long the name of the last write is believed without the file being read, in ms: programs that write no name write it, too. */
const believedMs = 5 * 60_000

/** The tag of a file: the name of the write after which it was read, and when that was, in epoch ms. */
function tagOf(name: string | undefined, at: number): FileTag {
  return name === undefined ? { isThere: true } : { isThere: true, etag: `${name} ${at}` }
}

/**
 * A backup in the values of a Redis store. It compares nothing: who was last is seen when the beginning is read again. What was written
 * last is named in a value of its own, so that others see in a few bytes whether they have it.
 */
export function upstashFile(access: UpstashAccess, send: Send, now: () => number): RemoteFile {
  const { username, endpoint } = access
  const countKey = `${username}-chunk-count`
  const nameKey = `${username}-last-write`
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

  const read = async (known?: FileTag): Promise<FileRead> => {
    // Read before the rest: where somebody writes meanwhile, it is the name of what was there before.
    const named = await call("get", nameKey)
    if (!named.ok) return { type: "trouble", trouble: named.trouble }
    const [name, at] = known?.etag?.split(" ") ?? []
    const ageMs = now() - Number(at)
    if (name !== undefined && name === named.value && ageMs >= 0 && ageMs < believedMs) return { type: "unchanged" }
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
    return { type: "read", text, tag: tagOf(named.value, now()) }
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
    // Without its name the file is there all the same: it is read whole the next time.
    const isNamed = (await call("set", nameKey, nonce)).ok
    return { type: "written", ...(isNamed ? { tag: tagOf(nonce, now()) } : {}) }
  }

  return { read, write }
}
