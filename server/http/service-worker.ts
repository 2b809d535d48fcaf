import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import type { Reply } from "./reply.ts"
import type { StaticSite } from "./static-site.ts"

/** The worker that takes away whatever one before it has stored, and itself. */
const removerFile = join(import.meta.dirname, "../../web/worker/remover.js")

const headers = {
  "content-type": "text/javascript; charset=utf-8",
  // Browsers ask at each visit whether there is another one.
  "cache-control": "no-cache",
  vary: "accept-encoding",
}

export interface ServiceWorkerOptions {
  readonly site: StaticSite
  /** The page's policy: it is stored with the page. */
  readonly pageHeaders: Readonly<Record<string, string>>
  /** False: browsers that have a worker get rid of it. */
  readonly isOn: boolean
}

/**
 * The service worker of the built page. It says at its end how the page comes from this server: where a setting has changed
 * that, browsers see another worker and store the page anew. Undefined without a built page.
 */
export function serviceWorkerOf({ site, pageHeaders, isOn }: ServiceWorkerOptions) {
  const built = site.file("/service-worker.js", "")
  const page = site.page("")
  if (built === undefined || page === undefined) return undefined
  const asServed = createHash("sha256").update(page.body).update(JSON.stringify(pageHeaders)).digest("hex").slice(0, 12)
  const plain = isOn ? Buffer.concat([built.body, Buffer.from(`\n// ${asServed}\n`)]) : readFileSync(removerFile)
  let br: Buffer | undefined
  return (acceptEncoding: string): Reply => {
    if (!/\bbr\b/.test(acceptEncoding)) return { status: 200, headers, body: plain }
    // Once it is asked for: a server that starts has other things to do.
    br ??= brotliCompressSync(plain)
    return { status: 200, headers: { ...headers, "content-encoding": "br" }, body: br }
  }
}
