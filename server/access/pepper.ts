import { randomBytes } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeDataFolder } from "../store/data-folder.ts"

export const pepperFile = "pepper"
const fewestCharacters = 32

/**
 * The secret that access codes are hashed with: a stolen database alone lets nobody try codes. It is the operator's own
 * (`ACCESS_PEPPER`), or made at first use and kept in the data folder. Without it no stored code can be recognised again.
 */
export function readPepper(options: { readonly dataDir: string; readonly accessPepper?: string | undefined }): string {
  if (options.accessPepper !== undefined) return options.accessPepper
  makeDataFolder(options.dataDir)
  const file = join(options.dataDir, pepperFile)
  const pepper = (readIfThere(file) ?? makeOnce(file)).trim()
  if (pepper.length < fewestCharacters) throw new Error(`${file} is damaged: it should hold a long random text`)
  return pepper
}

/** Written aside and then linked into place: of two processes that start together one wins, and neither reads half a file. */
function makeOnce(file: string): string {
  const aside = `${file}.${randomBytes(6).toString("hex")}`
  writeFileSync(aside, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  } finally {
    rmSync(aside)
  }
  return readFileSync(file, "utf8")
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}
