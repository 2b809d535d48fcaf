import { err, ok, type Result } from "#core/lib/result.ts"
import { type AccessCodes, createAccessCodes } from "../access/access-code-store.ts"
import { type AdminToken, readAdminToken } from "../admin/admin-token.ts"
import { checkPepper } from "../access/pepper-check.ts"
import { readPepper } from "../access/pepper.ts"
import type { Config } from "../config.ts"
import type { Log } from "../http/log.ts"
import { createLedger, type Ledger } from "../ledger/ledger-store.ts"
import { startHeartbeat } from "../servers/heartbeat.ts"
import { joinAlone, joinOthers, type Membership } from "../servers/membership.ts"
import { type ClosedFolder, closeDataFolder } from "../store/close-data-folder.ts"
import { makeDataFolder } from "../store/data-folder.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { lockDataFolder } from "../store/server-lock.ts"
import { type WatchedDatabase, watchDatabase } from "../store/watched-database.ts"

/** The resources that outlive a server: the database with the books and the codes. */
export interface Data {
  readonly database: Database
  /** How the database is. */
  readonly databaseState: Omit<WatchedDatabase, "database">
  readonly ledger: Ledger
  readonly codes: AccessCodes
  readonly pepper: string
  readonly adminToken: AdminToken
  readonly privacy: ClosedFolder
  /** This server among those that share the database. */
  readonly membership: Membership
  close(): Promise<void>
}

/** A beat that takes longer is made again on another connection, in ms: before anybody takes this server for dead. */
const beatPatienceMs = 3_000

/** Opens and migrates it. An error is a sentence for the operator; nothing is left open then. */
export async function openData(
  config: Config,
  { now, newId, log }: { readonly now: () => number; readonly newId: () => string; readonly log: Log },
): Promise<Result<Data, string>> {
  const single = config.databaseUrl === undefined
  makeDataFolder(config.dataDir)
  const privacy = closeDataFolder(config.dataDir)
  const lock = single ? lockDataFolder(config.dataDir) : undefined
  if (single && !lock) return err(`another server is running on ${config.dataDir}`)

  let secrets: { readonly pepper: string; readonly adminToken: AdminToken }
  let databaseState: WatchedDatabase
  try {
    secrets = { pepper: readPepper(config), adminToken: readAdminToken(config) }
    databaseState = watchDatabase(await openDatabase(config), single ? config.dataDir : undefined)
  } catch (error) {
    lock?.release()
    throw error
  }
  const { database } = databaseState
  const closeDatabase = async () => {
    await database.close()
    lock?.release()
  }
  const { pepper } = secrets
  const otherPepper = await checkPepper(database, pepper)
  if (otherPepper !== undefined) {
    await closeDatabase()
    return err(otherPepper)
  }
  const { membership, leave } = await join(database, config, newId()).catch(async (error: unknown) => {
    await closeDatabase()
    throw error
  })
  const stopBeating = startHeartbeat(membership.beat, (error) => {
    if (!databaseState.hear(error)) log.warn("heartbeat", { error: String(error) })
  })
  const close = async () => {
    await stopBeating()
    await leave()
    await closeDatabase()
  }
  const ledger = createLedger(database, { now, newId, server: membership })
  const codes = createAccessCodes(database, pepper)
  return ok({ database, databaseState, ledger, membership, codes, ...secrets, privacy, close })
}

/** Takes a place among the servers of the database, or the only one; `leave` gives it up as far as that can be done. */
async function join(
  database: Database,
  { databaseUrl }: Config,
  id: string,
): Promise<{ readonly membership: Membership; leave(): Promise<void> }> {
  if (databaseUrl === undefined) {
    const membership = await joinAlone(database, id)
    return { membership, leave: () => membership.leave().catch(() => {}) }
  }
  // Loaded when it is used: who has no PostgreSQL needs no driver in memory.
  const { openPostgresLine } = await import("../store/postgres-line.ts")
  const line = openPostgresLine(databaseUrl, beatPatienceMs)
  try {
    const membership = await joinOthers(database, { id, line })
    return {
      membership,
      async leave() {
        await line.close()
        await membership.leave().catch(() => {})
      },
    }
  } catch (error) {
    await line.close()
    throw error
  }
}
