import type { SyncConfig } from "../config.ts"

/** A place in somebody's own storage. */
export interface StoragePlace {
  readonly url: URL
  /**
   * Who lets requests go there: the `operator` by name, also into their own network; the list of `services`; or `codes`, for
   * which any public server will do.
   */
  readonly by: "operator" | "services" | "codes"
}

/** The services that everybody may keep a backup at. */
const webDavServices = [
  "https://dav.jianguoyun.com/dav/",
  "https://dav.dropdav.com/",
  "https://dav.box.com/dav",
  "https://nanao.teracloud.jp/dav/",
  "https://bora.teracloud.jp/dav/",
  "https://webdav.4shared.com/",
  "https://dav.idrivesync.com",
  "https://webdav.yandex.com",
  "https://app.koofr.net/dav/Koofr",
]
/** The one folder that is used there, and the one file in it. */
const folder = "chatgpt-next-web"
const webDavPaths: Readonly<Record<string, readonly string[]>> = {
  GET: [`${folder}/backup.json`],
  PUT: [`${folder}/backup.json`],
  MKCOL: [folder, `${folder}/`],
}

/** Whether a path below `/api/webdav/`, as it was sent, is one that a method may be used at. */
export function isBackupPath(method: string, path: string): boolean {
  return Object.hasOwn(webDavPaths, method) && (webDavPaths[method]?.includes(path) ?? false)
}

export type WebDavRules = Pick<SyncConfig, "webDavEndpoints" | "anyWebDav">

/** Where a path at a WebDAV endpoint is; undefined where nobody may go there. */
export function webDavPlace(
  endpoint: string,
  path: string,
  { webDavEndpoints, anyWebDav }: WebDavRules,
): StoragePlace | undefined {
  const base = readEndpoint(endpoint)
  if (base === undefined) return undefined
  const url = below(base, path)
  if (isBelowOne(base, webDavEndpoints)) return { url, by: "operator" }
  if (isBelowOne(base, webDavServices)) return { url, by: "services" }
  return anyWebDav && base.protocol === "https:" ? { url, by: "codes" } : undefined
}

/** Where a command to a Redis store leads: `get` or `set`, and the key. */
export function upstashPlace(
  endpoint: string,
  command: readonly [name: "get" | "set", key: string],
  { upstashEndpoints }: Pick<SyncConfig, "upstashEndpoints">,
): StoragePlace | undefined {
  const base = readEndpoint(endpoint)
  if (base === undefined) return undefined
  const url = below(base, command.map(encodeURIComponent).join("/"))
  if (isBelowOne(base, upstashEndpoints)) return { url, by: "operator" }
  const isTheirs = /^https:\/\/[a-z0-9-]+\.upstash\.io$/.test(base.origin) && base.pathname === "/"
  return isTheirs ? { url, by: "services" } : undefined
}

/** A key as one part of a path: nothing in it can lead to another command or add an argument. */
export function isStorageKey(key: string): boolean {
  return key.length > 0 && key.length <= 256 && key !== "." && key !== ".." && !/[/\\\p{Cc}]/u.test(key)
}

/**
 * An endpoint after `new URL` has folded every way of spelling it. Slashes and dots that only the other server would decode
 * could lead out of the path that was allowed, so they are none.
 */
function readEndpoint(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  const { protocol, username, password, search, hash, pathname } = url
  const isPlain = [username, password, search, hash].every((part) => part === "") && !/%(2e|2f|5c|00)/i.test(pathname)
  return isPlain && ["http:", "https:"].includes(protocol) ? url : undefined
}

/** The same origin, and the same path or one below it. */
function isBelowOne({ origin, pathname }: URL, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const { origin: theirs, pathname: path } = new URL(entry)
    return origin === theirs && withSlash(pathname).startsWith(withSlash(path))
  })
}

function below(base: URL, path: string): URL {
  // A path that begins with two slashes would be another host if it were resolved.
  return new URL(base.origin + withSlash(base.pathname) + path)
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`
}
