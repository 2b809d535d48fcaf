import { randomBytes } from "node:crypto"
import { readSecretFile } from "../store/secret-file.ts"

export const pepperFile = "pepper"

/**
 * The secret that access codes are hashed with: a stolen database alone lets nobody try codes. It is the operator's own
 * (`ACCESS_PEPPER`), or made at first use and kept in the data folder. Without it no stored code can be recognised again.
 */
export function readPepper(options: { readonly dataDir: string; readonly accessPepper?: string | undefined }): string {
  if (options.accessPepper !== undefined) return options.accessPepper
  const make = () => randomBytes(32).toString("hex")
  return readSecretFile({ dataDir: options.dataDir, name: pepperFile, fewestCharacters: 32, make })
}
