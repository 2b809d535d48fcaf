import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { readSecretFile } from "../store/secret-file.ts"

const adminTokenFile = "admin-token"
const tokenBytes = 32

/** The token of the operator's routes, and the file that contains it if it was generated here. */
export interface AdminToken {
  readonly token: string
  /** Undefined: the operator set it (`ADMIN_TOKEN`). */
  readonly file: string | undefined
}

/**
 * The operator's own token, or one of 256 random bits that is made at the first start and kept in the data folder. There
 * is always one, so the routes are never open. Throws where the file is damaged.
 */
export function readAdminToken(options: {
  readonly dataDir: string
  readonly adminToken?: string | undefined
}): AdminToken {
  if (options.adminToken !== undefined) return { token: options.adminToken, file: undefined }
  const make = () => randomBytes(tokenBytes).toString("base64url")
  const token = readSecretFile({ dataDir: options.dataDir, name: adminTokenFile, fewestCharacters: 32, make })
  const file = join(options.dataDir, adminTokenFile)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`${file} is damaged: no header can carry what it holds`)
  return { token, file }
}
