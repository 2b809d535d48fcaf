import { randomBytes } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeDataFolder } from "./data-folder.ts"
import { OperatorError } from "./operator-error.ts"

export interface SecretFile {
  readonly dataDir: string
  readonly name: string
  /** A file with less is damaged: no secret of ours is that short. */
  readonly fewestCharacters: number
  readonly make: () => string
}

/**
 * A secret that is made at first use and kept in a file of the data folder that only this user may read. Throws, naming
 * the file and never what is in it, where the file is empty or cut short: another secret in its place would shut out
 * whoever knows the first.
 */
export function readSecretFile({ dataDir, name, fewestCharacters, make }: SecretFile): string {
  makeDataFolder(dataDir)
  const file = join(dataDir, name)
  const secret = (readIfThere(file) ?? makeOnce(file, make())).trim()
  if (secret.length < fewestCharacters || /[\0\r\n]/.test(secret))
    throw new OperatorError(`${file} is damaged: it should hold a long random text`)
  return secret
}

/** Written aside and then linked into place: of two processes that start together one wins, and neither reads half a file. */
function makeOnce(file: string, secret: string): string {
  const aside = `${file}.${randomBytes(6).toString("hex")}`
  writeFileSync(aside, `${secret}\n`, { mode: 0o600, flush: true })
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
