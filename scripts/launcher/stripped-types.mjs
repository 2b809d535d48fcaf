// Read before the server (`--import`): gives Node our TypeScript without its types, from a folder where it is kept. Node's own way
// to keep it is its compile cache, all of which stays in memory as long as the server runs (0295).
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { registerHooks, stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = join(import.meta.dirname, "../../node_modules/.cache/stripped-types")

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".ts")) return next(url, context)
    return { format: "module", source: stripped(fileURLToPath(url)), shortCircuit: true }
  },
})

/** The bytes of a hash in hexadecimal. */
const hashLength = 64

/**
 * What is kept begins with a hash of what it was made of and of what follows: the power may fail while it is written.
 * @param {string} file
 * @returns {string}
 */
function stripped(file) {
  const source = readFileSync(file)
  const kept = join(folder, hashOf(process.version, file))
  const found = read(kept)
  const foundCode = found?.subarray(hashLength)
  if (foundCode && found?.toString("latin1", 0, hashLength) === hashOf(source, foundCode)) return foundCode.toString()
  const code = stripTypeScriptTypes(source.toString())
  keep(kept, hashOf(source, code) + code)
  return code
}

/** @param {(string | Uint8Array)[]} parts */
function hashOf(...parts) {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest("hex")
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/**
 * Several servers may start at once, so nobody may find half of it.
 * @param {string} file
 * @param {string} text
 */
function keep(file, text) {
  const written = `${file}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(written, text)
    renameSync(written, file)
  } catch {
    // Where nothing can be written, each start strips.
  }
}
