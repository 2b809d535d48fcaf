import { err, ok, type Result } from "#core/lib/result.ts"
import { type AccessCodes, createAccessCodes } from "./access/access-code-store.ts"
import { type AdminToken, readAdminToken } from "./admin/admin-token.ts"
import { checkPepper } from "./access/pepper-check.ts"
import { readPepper } from "./access/pepper.ts"
import type { Config } from "./config.ts"
import { createLeaseClock, type LeaseClock } from "./ledger/lease-clock.ts"
import { createLedger, type Ledger } from "./ledger/ledger-store.ts"
import { type ClosedFolder, closeDataFolder } from "./store/close-data-folder.ts"
import { makeDataFolder } from "./store/data-folder.ts"
import { type Database, openDatabase } from "./store/database.ts"
import { lockDataFolder } from "./store/server-lock.ts"

/** What outlives a server: the database, with the books and the codes in it. */
export interface Data {
  readonly database: Database
  readonly ledger: Ledger
  readonly leaseClock: LeaseClock
  readonly codes: AccessCodes
  readonly pepper: string
  readonly adminToken: AdminToken
  readonly privacy: ClosedFolder
  /** No other server may open it meanwhile: it lies in a folder, not in a database server. */
  readonly single: boolean
  close(): Promise<void>
}

/** Opens and migrates it. An error is a sentence for the operator; nothing is left open then. */
export async function openData(
  config: Config,
  { now, newId }: { readonly now: () => number; readonly newId: () => string },
): Promise<Result<Data, string>> {
  const single = config.databaseUrl === undefined
  makeDataFolder(config.dataDir)
  const privacy = closeDataFolder(config.dataDir)
  const lock = single ? lockDataFolder(config.dataDir) : undefined
  if (single && !lock) return err(`another server is running on ${config.dataDir}`)

  let secrets: { readonly pepper: string; readonly adminToken: AdminToken }
  let database: Database
  try {
    secrets = { pepper: readPepper(config), adminToken: readAdminToken(config) }
    database = await openDatabase(config)
  } catch (error) {
    lock?.release()
    throw error
  }
  const close = async () => {
    await database.close()
    lock?.release()
  }
  const leaseClock = await createLeaseClock(database, now)
  const ledger = createLedger(database, { now, leaseNow: leaseClock.now, newId })
  const { pepper } = secrets
  const otherPepper = await checkPepper(database, pepper)
  if (otherPepper !== undefined) {
    await close()
    return err(otherPepper)
  }
  const codes = createAccessCodes(database, pepper)
  return ok({ database, ledger, leaseClock, codes, ...secrets, privacy, single, close })
}
