import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const compressible = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest", ".txt"])
/** Below this a header costs as much as is saved, in bytes. */
const worthIt = 512
/**
 * From here on the last percent costs seconds; such files are the decoders that few visits need, and so are Mermaid's
 * hundred modules (`.mjs`). In bytes.
 */
const large = 1_000_000

/**
 * Puts a `.br` and a `.gz` beside every text file, as small as they get: once, so that no server does it at each start.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name)
    if (!compressible.has(extname(path)) || statSync(path).size < worthIt) continue
    const content = readFileSync(path)
    const quality = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length < large && extname(path) !== ".mjs" ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, quality),
      promisify(gzip)(content, { level: 9 }),
    ])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}
