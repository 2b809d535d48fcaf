import { nonceIn } from "#core/sync/document.ts"
import type { FileRead, FileTag, FileTrouble, FileWritten, RemoteFile } from "#core/sync/remote-file.ts"
import { troubleOf, type Send } from "./remote-file.ts"

const folder = "chatgpt-next-web"
const path = `${folder}/backup.json`

export interface WebDavAccess {
  readonly endpoint: string
  readonly username: string
  readonly password: string
}

/** Where our server passes a request on to a person's WebDAV server. */
function addressOf(place: string, endpoint: string, method?: string): string {
  const query = new URLSearchParams({ endpoint, ...(method === undefined ? {} : { proxy_method: method }) })
  return `/api/webdav/${place}?${query.toString()}`
}

function authorization({ username, password }: WebDavAccess): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`
}

/** What a server may answer where it can be used: the folder is made, is there already, lies behind a redirection, or is not wanted. */
const usableStatuses: ReadonlySet<number> = new Set([200, 201, 301, 302, 307, 308, 404, 405])

/** What servers answer to a file for a folder that is not there: Apache 404, Nextcloud and others 409, nginx 500. */
const folderlessStatuses: ReadonlySet<number> = new Set([403, 404, 409, 500])

/** Whether a WebDAV server can be used. */
export async function checkWebDav(access: WebDavAccess, send: Send): Promise<boolean> {
  try {
    const headers = { authorization: authorization(access) }
    const { status } = await send(addressOf(`${folder}/`, access.endpoint, "MKCOL"), { method: "GET", headers })
    return usableStatuses.has(status)
  } catch {
    return false
  }
}

/** The backup in the folder of a WebDAV server. */
export function webDavFile(access: WebDavAccess, send: Send): RemoteFile {
  const authorized = { authorization: authorization(access) }
  const ask = (
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    where = addressOf(path, access.endpoint),
  ) => send(where, { ...init, headers: { ...authorized, ...init.headers } }).catch(() => undefined)
  /** Some servers want the slash behind the name of a folder, and redirect or refuse without it. */
  const makeFolder = () => ask({ method: "GET" }, addressOf(`${folder}/`, access.endpoint, "MKCOL"))

  const read = async (known?: FileTag): Promise<FileRead> => {
    const condition = known?.etag === undefined ? {} : { headers: { "if-none-match": known.etag } }
    const response = await ask({ method: "GET", cache: "no-store", ...condition })
    if (response === undefined) return { type: "trouble", trouble: { kind: "network" } }
    if (response.status === 304) return { type: "unchanged" }
    // Where the folder is missing, some answer with a conflict.
    if (response.status === 404 || response.status === 409) return { type: "absent", tag: { isThere: false } }
    if (response.status !== 200) return { type: "trouble", trouble: await troubleOf(response) }
    const text = await response.text().catch(() => undefined)
    if (text === undefined) return { type: "trouble", trouble: { kind: "network" } }
    return { type: "read", text, tag: tagOf(response) }
  }

  /** Whether the file is the one that was just written, and whole; undefined where nobody says. */
  const lookForOurs = async (nonce: string, bytes: number): Promise<Ours | undefined> => {
    const response = await ask({ method: "GET", cache: "no-store", headers: { range: "bytes=0-1023" } })
    if (response === undefined || (response.status !== 200 && response.status !== 206)) return undefined
    const beginning = await beginningOf(response)
    if (beginning === undefined) return undefined
    const stored = bytesOf(response)
    if (nonceIn(beginning) !== nonce || (stored !== undefined && stored !== bytes)) return { isOurs: false }
    // Where nobody says how long it is, it may have been cut off: it has no name that both sides could agree on.
    return { isOurs: true, ...(stored === undefined ? {} : { tag: tagOf(response) }) }
  }

  const put = (body: Blob, tag: FileTag) => ask({ method: "PUT", body, headers: conditionsOf(tag) })

  const write = async (text: readonly string[], nonce: string, over: FileTag): Promise<FileWritten> => {
    const body = new Blob([...text])
    let response = await put(body, over)
    if (!over.isThere && response !== undefined && folderlessStatuses.has(response.status)) {
      await makeFolder()
      response = await put(body, over)
    }
    // It was written meanwhile, or is being written just now.
    if (response?.status === 412 || response?.status === 423) return { type: "changed" }
    const trouble = await troubleWith(response)
    if (trouble !== undefined && trouble.kind !== "network") return { type: "trouble", trouble }
    // Many servers take no notice of conditions, and an answer may be lost: what lies there tells who was last.
    const found = await lookForOurs(nonce, body.size)
    if (found?.isOurs === false) return { type: "changed" }
    // It may have been cut off, too, where the answer was lost and nobody says how long it is.
    if (found?.tag === undefined && trouble !== undefined) return { type: "trouble", trouble }
    return { type: "written", ...(found?.tag === undefined ? {} : { tag: found.tag }) }
  }

  return { read, write }
}

/** Why something was not done, or why it is not known whether it was; undefined where it was. */
async function troubleWith(response: Response | undefined): Promise<FileTrouble | undefined> {
  if (response === undefined) return { kind: "network" }
  return response.ok ? undefined : troubleOf(response)
}

interface Ours {
  readonly isOurs: boolean
  readonly tag?: FileTag
}

/** How long the whole file is that an answer is of, or of whose beginning; undefined where it does not say. */
function bytesOf({ status, headers }: Response): number | undefined {
  if (headers.has("content-encoding")) return undefined
  const said = status === 206 ? /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] : headers.get("content-length")
  return said == null ? undefined : Number(said)
}

function tagOf(response: Response): FileTag {
  const etag = response.headers.get("etag")
  return { isThere: true, ...(etag === null ? {} : { etag }) }
}

/**
 * The file must be as it was read. A server that packs what it sends puts a word into the tag that it does not know when it compares;
 * and a tag is weak while the file is younger than a second, though a condition wants a strong one.
 */
function conditionsOf({ isThere, etag }: FileTag): Readonly<Record<string, string>> {
  if (!isThere) return { "if-none-match": "*" }
  const bare = etag === undefined ? undefined : /^(?:W\/)?"(.*?)(?:-gzip|-br|;gzip)?"$/.exec(etag)?.[1]
  return bare === undefined ? {} : { "if-match": `"${bare}", "${bare}-gzip"` }
}

/** The first bytes of an answer; the rest is left where it is. */
async function beginningOf(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return undefined
  let text = ""
  const decoder = new TextDecoder()
  try {
    while (text.length < 256) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
    return text
  } catch {
    return undefined
  } finally {
    void reader.cancel().catch(() => {})
  }
}
