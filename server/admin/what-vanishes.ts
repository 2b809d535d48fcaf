import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { accounts } from "#core/ledger/entry.ts"
import { microReais, toReais } from "#core/lib/micro-reais.ts"
import { reais, table } from "./table.ts"
import { areNoOthers, noOthers, othersText, otherVanishing, type VanishingOthers } from "./what-else-vanishes.ts"

/**
 * The data of a database that is missing in the backup which is to replace it. Codes are named by their ids; amounts
 * are reais.
 */
export interface Vanishing {
  /** Accounts that the backup does not know: their codes will be unknown. */
  readonly codes: readonly LostCode[]
  /** Ids of accounts that got another code since: the earlier one will be good again, the present one unknown. */
  readonly rotated: readonly string[]
  /** Ids of accounts that were frozen since: they will be open again. */
  readonly frozen: readonly string[]
  /** Credits since the backup, including those of accounts that remain. */
  readonly credits: { readonly count: number; readonly reais: number; readonly calls: number }
  readonly creditsByCode: readonly { readonly id: string; readonly reais: number; readonly calls: number }[]
  /** Answers since, and what was paid for them: it will be as if they had not been paid. */
  readonly usage: { readonly count: number; readonly reais: number; readonly calls: number }
  readonly others: VanishingOthers
  /** Why it is not known what vanishes: the present database cannot be read. */
  readonly unknown?: string
}

interface LostCode {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly premium: number
  readonly free: number
  readonly calls: number
}

const nothing: Vanishing = {
  codes: [],
  rotated: [],
  frozen: [],
  credits: { count: 0, reais: 0, calls: 0 },
  creditsByCode: [],
  usage: { count: 0, reais: 0, calls: 0 },
  others: noOthers,
}

const lostCodes = `
  select id, kind, label from main.access_code where id not in (select id from kept.access_code) order by created_at, id`
const posted = "select coalesce(sum(posted), 0) as posted from main.wallet where id = ?"
const rotatedCodes = `
  select now.id as id from main.access_code now join kept.access_code was on was.id = now.id
  where was.code_hash <> now.code_hash order by now.id`
const frozenCodes = `
  select now.id as id from main.access_code now join kept.access_code was on was.id = now.id
  where now.frozen = 1 and was.frozen = 0 order by now.id`
/** A transaction's reference is its own in every copy of the books. (kinds are of `TxnKind`) */
const linesSince = (kinds: string) => `
  from main.txn txn join main.entry line on line.txn_id = txn.id
  where txn.kind in (${kinds}) and txn.ref not in (select ref from kept.txn)
    and (line.account like 'wallet:%' or line.account like 'calls:%')`
const credited = linesSince("'credit', 'calls'")
const used = linesSince("'use'")
const sums = `select count(distinct txn.id) as count, coalesce(sum(case line.unit when 'BRL' then line.amount end), 0) as money,
  coalesce(sum(case line.unit when 'CALL' then line.amount end), 0) as calls`

/** Compares a database with the backup that is to replace it. Nothing vanishes where there is no database. `now`: epoch ms. */
export function whatVanishes(database: string, backupFile: string, now: number): Vanishing {
  if (!existsSync(database)) return nothing
  let present: DatabaseSync | undefined
  try {
    present = new DatabaseSync(database, { readOnly: true })
    present.prepare("attach database ? as kept").run(backupFile)
    return { ...compare(present), others: otherVanishing(present, now) }
  } catch (error) {
    return { ...nothing, unknown: error instanceof Error ? error.message : String(error) }
  } finally {
    present?.close()
  }
}

function compare(present: DatabaseSync): Omit<Vanishing, "others"> {
  const idsOf = (query: string) =>
    present
      .prepare(query)
      .all()
      .map((row) => String(row["id"]))
  const walletOf = (account: string) => Number(present.prepare(posted).get(account)?.["posted"] ?? 0)
  const codes = present
    .prepare(lostCodes)
    .all()
    .map((row) => {
      const id = String(row["id"])
      return {
        id,
        kind: String(row["kind"]),
        label: String(row["label"]),
        premium: inReais(walletOf(accounts.wallet(id, "premium"))),
        free: inReais(walletOf(accounts.wallet(id, "free"))),
        calls: walletOf(accounts.calls(id)),
      }
    })
  const byCode = new Map<string, { reais: number; calls: number }>()
  for (const row of present.prepare(`${sums}, line.account as account ${credited} group by line.account`).all()) {
    const id = String(row["account"]).split(":")[1] ?? ""
    const before = byCode.get(id) ?? { reais: 0, calls: 0 }
    byCode.set(id, { reais: before.reais + inReais(row["money"]), calls: before.calls + Number(row["calls"]) })
  }
  const usage = present.prepare(`${sums} ${used}`).get()
  return {
    codes,
    rotated: idsOf(rotatedCodes),
    frozen: idsOf(frozenCodes),
    credits: sumOf(present.prepare(`${sums} ${credited}`).get(), 1),
    creditsByCode: [...byCode].map(([id, sum]) => ({ id, ...sum })),
    usage: sumOf(usage, -1),
  }
}

function sumOf(row: Readonly<Record<string, unknown>> | undefined, sign: 1 | -1) {
  const of = (name: string) => sign * Number(row?.[name] ?? 0) + 0
  return { count: Number(row?.["count"] ?? 0), reais: inReais(of("money")), calls: of("calls") }
}

function inReais(amount: unknown): number {
  return toReais(microReais(Number(amount)))
}

export function isNothing(vanishing: Vanishing): boolean {
  const { codes, rotated, frozen, credits, usage, others, unknown } = vanishing
  const isNone = [...codes, ...rotated, ...frozen].length + credits.count + usage.count === 0
  return isNone && areNoOthers(others) && unknown === undefined
}

/** Describes the data that would be lost, for the operator's consent. */
export function vanishingText(vanishing: Vanishing): string {
  const { codes, rotated, frozen, credits, creditsByCode, usage, others, unknown } = vanishing
  if (unknown !== undefined) return `the present database cannot be read, so nobody knows what vanishes: ${unknown}`
  if (isNothing(vanishing)) return "nothing vanishes: all that is in the present database is in the backup"
  const calls = (count: number) => (count === 0 ? "" : ` and ${count} search calls`)
  const codeRows = codes.map(({ id, kind, label, ...of }) => [
    id,
    kind,
    label,
    reais(of.premium),
    reais(of.free),
    of.calls,
  ])
  const creditRows = creditsByCode.map(({ id, ...of }) => [id, reais(of.reais), of.calls])
  return [
    "this is in the present database and not in the backup, and vanishes:",
    `${codes.length} codes`,
    ...(codes.length > 0 ? [table(["id", "kind", "label", "premium", "free", "calls"], codeRows)] : []),
    `${credits.count} credits: ${reais(credits.reais)}${calls(credits.calls)}`,
    ...(credits.count > 0 ? [table(["id", "credited", "calls"], creditRows)] : []),
    `${usage.count} paid answers: ${reais(usage.reais)}${calls(usage.calls)} go back to who paid`,
    ...(rotated.length > 0 ? [`${rotated.length} codes that were replaced are good again: ${rotated.join(", ")}`] : []),
    ...(frozen.length > 0 ? [`${frozen.length} codes that were frozen are open again: ${frozen.join(", ")}`] : []),
    ...othersText(others),
  ].join("\n")
}
