import { createFileCache, type FileCache } from "./file-cache.ts"
import { type Dirent, existsSync, readFileSync, readdirSync, statSync } from "node:fs"
import { extname, join, sep } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"

/** A file of the built page, and the forms in which the build left it. */
interface SiteFile {
  readonly type: string
  readonly cacheControl: string
  readonly plain: () => Buffer
  readonly br?: () => Buffer
  readonly gzip?: () => Buffer
}

export interface StaticSite {
  /** The page itself, for the routes of the app. */
  readonly page: (acceptEncoding: string) => SiteReply | undefined
  /** A file by its URL path, or undefined when there is none. */
  readonly file: (path: string, acceptEncoding: string) => SiteReply | undefined
}

export interface SiteReply {
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
}
/** Files of the page that are kept in memory, in bytes. */
const mostCachedBytes = 8 * 1024 * 1024

/**
 * The built page, looked up by exact path among the files that are there at the start, so no path can leave the folder. The
 * page itself is kept in memory; of the rest, megabytes that few visits ask for, what was asked for last. Without a build there is
 * no page, and everything else works. Where the public address is known, it stands in what others show when the page is
 * shared: they want whole addresses.
 */
export function loadStaticSite(folder: string, publicUrl = ""): StaticSite {
  const files = new Map<string, SiteFile>()
  const cache = createFileCache(mostCachedBytes)
  const paths = new Set(filesBelow(folder))
  for (const path of paths) {
    if (/\.(br|gz)$|\/\.[^/]*$/.test(path)) continue
    const url = path.slice(folder.length).split(sep).join("/")
    files.set(url, siteFile(path, url, { cache, isThere: (other) => paths.has(other) }))
  }
  const built = files.get("/index.html")
  const page = built && publicUrl !== "" ? atAddress(built, publicUrl) : built
  return {
    page: (accept) => page && replyOf(page, accept),
    file(path, accept) {
      const file = path === "/index.html" ? undefined : files.get(path)
      return file && ifThere(() => replyOf(file, accept))
    },
  }
}

interface SiteFolder {
  readonly cache: FileCache
  readonly isThere: (path: string) => boolean
}

function siteFile(path: string, url: string, { cache, isThere }: SiteFolder): SiteFile {
  // Names in /assets and /google-fonts carry a hash of their content, folders in /frames a version; everything else is
  // asked for again.
  const cacheControl = /^\/(assets|google-fonts|frames\/[\w.-]+)\//.test(url)
    ? "public, max-age=31536000, immutable"
    : "no-cache"
  const bytesOf = url === "/index.html" ? kept : (path: string) => () => cache.read(path)
  return {
    type: types[extname(path)] ?? "application/octet-stream",
    cacheControl,
    plain: bytesOf(path),
    ...(isThere(`${path}.br`) ? { br: bytesOf(`${path}.br`) } : {}),
    ...(isThere(`${path}.gz`) ? { gzip: bytesOf(`${path}.gz`) } : {}),
  }
}

/** The page as it is at a public address, in every form. */
function atAddress(page: SiteFile, publicUrl: string): SiteFile {
  const address = publicUrl.replace(/&/g, "&amp;").replace(/"/g, "&quot;")
  const html = page
    .plain()
    .toString("utf8")
    .replace(/(<meta property="og:image" content=")\/(?!\/)/, (_, before: string) => `${before}${address}/`)
    .replace("</head>", () => `<meta property="og:url" content="${address}/" /></head>`)
  const plain = Buffer.from(html)
  const br = brotliCompressSync(plain)
  const gzip = gzipSync(plain, { level: 9 })
  return { ...page, plain: () => plain, br: () => br, gzip: () => gzip }
}

function kept(path: string): () => Buffer {
  const bytes = readFileSync(path)
  return () => bytes
}

/** Undefined for a file that another build has taken away since the start. */
function ifThere(read: () => SiteReply): SiteReply | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

function replyOf(file: SiteFile, acceptEncoding: string): SiteReply {
  const headers: Record<string, string> = {
    "content-type": file.type,
    "cache-control": file.cacheControl,
    vary: "accept-encoding",
  }
  if (file.br && /\bbr\b/.test(acceptEncoding)) {
    return { headers: { ...headers, "content-encoding": "br" }, body: file.br() }
  }
  if (file.gzip && /\bgzip\b/.test(acceptEncoding)) {
    return { headers: { ...headers, "content-encoding": "gzip" }, body: file.gzip() }
  }
  return { headers, body: file.plain() }
}

/** The whole paths of all files in a folder. What the folder itself says of them is enough: asking for each takes a tenth of the start. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map(({ parentPath, name }) => join(parentPath, name))
}

function isFile(entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  return statSync(join(entry.parentPath, entry.name)).isFile()
}
