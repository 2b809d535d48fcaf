import { randomBytes, randomUUID } from "node:crypto"
import { accessCodeBytes, formatAccessCode, isAccessCodeShaped, type AccessCodeKind } from "#core/access/access-code.ts"
import { accounts } from "#core/ledger/entry.ts"
import { freezeWallet, thawWallet } from "../ledger/ledger-statements.ts"
import { openWallets } from "../ledger/wallet.ts"
import type { Database, Sql } from "../store/sql.ts"
import { hmacUnder } from "./hmac.ts"

/** An account. It is known by its id everywhere but at the door; the code itself is stored nowhere. */
export interface AccessCode {
  readonly id: string
  /** The tier; what a code looks like decides nothing. */
  readonly kind: AccessCodeKind
  readonly frozen: boolean
  readonly label: string
  /** Epoch ms. */
  readonly createdAt: number
  /** Of the code that belongs to the account now, which cannot be had from it; of a rotated one it is another. */
  readonly fingerprint: string
}

export interface AccessCodes {
  /** The account of a code (without `nk-`). A change made by another process is seen within a second. */
  find(code: string): Promise<AccessCode | undefined>
  byId(id: string): Promise<AccessCode | undefined>
  /** The current state of accounts with answers in progress; deleted accounts are left out. */
  standing(ids: readonly string[]): Promise<readonly Standing[]>
  /** A new account with empty wallets, in the caller's transaction. The code is returned here and never again. */
  create(sql: Sql, what: { readonly kind: AccessCodeKind; readonly label?: string }): Promise<NewAccessCode>
  /** Stops an account and its wallets at once, or lets it go on. */
  setFrozen(id: string, frozen: boolean): Promise<void>
  /** Gives the account another code; the old one is unknown from now on. */
  rotate(id: string): Promise<string>
}

/** Whether a code may go on. A wallet that was closed for a chargeback counts as frozen, too. */
export interface Standing {
  readonly id: string
  readonly fingerprint: string
  readonly frozen: boolean
}

export interface NewAccessCode {
  readonly id: string
  readonly code: string
}

export interface AccessCodesOptions {
  /** Epoch ms. */
  readonly now?: () => number
}

/** How long an answer of the database is believed, in ms: what a freeze by another process may take to be seen. */
const rememberMs = 1_000
const mostRemembered = 10_000
const longestCode = 512
/** Accounts asked about in one query. */
const mostAtOnce = 500

interface Row {
  readonly id: string
  readonly kind: AccessCodeKind
  readonly frozen: number
  readonly label: string
  readonly created_at: number
  readonly code_hash: string
}

const columns = "select id, kind, frozen, label, created_at, code_hash from access_code"
const findByHash = `${columns} where code_hash = ?`
const findById = `${columns} where id = ?`
/** The purse a code pays from may be closed although the code is not: for a chargeback, or because its books are wrong. */
const standingOf = (ids: number) => `
  select access_code.id, access_code.code_hash,
    case when access_code.frozen <> 0 or coalesce(wallet.frozen, 0) <> 0 then 1 else 0 end as frozen
  from access_code left join wallet on wallet.id = 'wallet:' || access_code.id || ':' || access_code.kind
  where access_code.id in (${Array.from({ length: ids }, () => "?").join(", ")})`
const insertCode = "insert into access_code (id, code_hash, kind, label, created_at) values (?, ?, ?, ?, ?)"
const updateFrozen = "update access_code set frozen = ?, ver = ver + 1 where id = ?"
const updateHash = "update access_code set code_hash = ?, ver = ver + 1 where id = ?"

export function createAccessCodes(
  database: Database,
  pepper: string,
  { now = Date.now }: AccessCodesOptions = {},
): AccessCodes {
  const hashOf = hmacUnder(pepper)
  /** Known codes by hash, oldest first. Unknown ones are never remembered, so guessing cannot fill it. */
  const remembered = new Map<string, { readonly code: AccessCode; readonly until: number }>()

  return {
    async find(code) {
      // Any word may be a key of somebody's own: for what cannot be a code of ours nothing is looked up.
      if (code.length > longestCode || !isAccessCodeShaped(code)) return undefined
      const hash = hashOf(code)
      const known = remembered.get(hash)
      if (known !== undefined && known.until > now()) return known.code
      remembered.delete(hash)
      const row = await database.read.get<Row>(findByHash, [hash])
      if (row === undefined) return undefined
      const found = codeOf(row)
      remembered.set(hash, { code: found, until: now() + rememberMs })
      const oldest = remembered.keys().next().value
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
      return found
    },

    async byId(id) {
      const row = await database.read.get<Row>(findById, [id])
      return row && codeOf(row)
    },

    async standing(ids) {
      const found: Standing[] = []
      for (let at = 0; at < ids.length; at += mostAtOnce) {
        const some = ids.slice(at, at + mostAtOnce)
        const rows = await database.read.all<Pick<Row, "id" | "code_hash" | "frozen">>(standingOf(some.length), some)
        found.push(...rows.map((row) => ({ id: row.id, fingerprint: row.code_hash, frozen: row.frozen !== 0 })))
      }
      return found
    },

    async create(sql, { kind, label = "" }) {
      const id = randomUUID()
      const code = formatAccessCode(kind, randomBytes(accessCodeBytes))
      await sql.run(insertCode, [id, hashOf(code), kind, label, now()])
      await openWallets(sql, id)
      return { id, code }
    },

    async setFrozen(id, frozen) {
      await database.transaction(async (sql) => {
        await sql.run(updateFrozen, [frozen ? 1 : 0, id])
        // A run admitted on a remembered answer finds its wallet closed.
        const wallets = [accounts.wallet(id, "premium"), accounts.wallet(id, "free"), accounts.calls(id)]
        for (const wallet of wallets) await sql.run(frozen ? freezeWallet : thawWallet, [wallet])
      })
      remembered.clear()
    },

    async rotate(id) {
      const known = await database.read.get<Row>(findById, [id])
      if (known === undefined) throw new Error(`no account ${id}`)
      const code = formatAccessCode(known.kind, randomBytes(accessCodeBytes))
      await database.transaction((sql) => sql.run(updateHash, [hashOf(code), id]))
      remembered.clear()
      return code
    },
  }
}

function codeOf(row: Row): AccessCode {
  return {
    id: row.id,
    kind: row.kind,
    frozen: row.frozen !== 0,
    label: row.label,
    createdAt: row.created_at,
    fingerprint: row.code_hash,
  }
}
