import { createHash } from "node:crypto"
import type { RowFields } from "#core/models/merge-rows.ts"
import { modelKey } from "#core/models/model-row.ts"
import type { Result } from "#core/lib/result.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { rollback } from "../../store/rollback.ts"
import type { Database, Sql } from "../../store/sql.ts"
import type { Alias, CatalogueState, CatalogueStore, Finding } from "./catalogue-state.ts"
import { parseRowFields } from "./model-file.ts"

/**
 * Fields that were read from a list (`refreshed`) lie beneath the operator's own, so that no list ever overwrites what an
 * operator has decided.
 */
export type RowLayer = "refreshed" | "operator"

/** The state with its layers apart; `rows` holds both, the operator's behind the others. */
export interface LayeredState extends CatalogueState {
  readonly refreshed: readonly RowFields[]
  /** Hashes of the files that were imported, by name. */
  readonly imported: ReadonlyMap<string, string>
}

/** Changes of one transaction. Nothing of them stays where `change` is answered with a trouble. */
export interface CatalogueWriter {
  putRow(row: RowFields, layer?: RowLayer): Promise<void>
  removeRow(provider: ProviderId, id: string, layer?: RowLayer): Promise<void>
  putAlias(alias: Alias): Promise<void>
  removeAlias(asked: string): Promise<void>
  /** In the place of whatever was known of that model. */
  putFinding(finding: Finding): Promise<void>
  markImported(name: string, hash: string): Promise<void>
}

/** The store with the operator's way to change several things at once. */
export interface CatalogueBooks extends CatalogueStore {
  read(): Promise<LayeredState>
  /** Shows the state, which nobody else changes meanwhile, and writes what `decide` does, all of it or nothing. */
  change<Value, Trouble>(
    decide: (state: LayeredState, write: CatalogueWriter) => Promise<Result<Value, Trouble>>,
  ): Promise<Result<Value, Trouble>>
}

/** The models, prices, aliases and findings in the database. Every change raises the version in the same transaction. */
export function createCatalogueStore(database: Database): CatalogueBooks {
  async function change<Value, Trouble>(
    decide: (state: LayeredState, write: CatalogueWriter) => Promise<Result<Value, Trouble>>,
  ): Promise<Result<Value, Trouble>> {
    return database.transaction<Result<Value, Trouble>>(async (sql) => {
      await sql.get("select version from catalogue where id = 1 for update")
      let changes = 0
      const result = await decide(
        await readState(sql),
        writerOver(sql, () => changes++),
      )
      if (!result.ok) return rollback<Result<Value, Trouble>>(result)
      if (changes > 0) await sql.run("update catalogue set version = version + 1 where id = 1")
      return result
    })
  }

  async function always(write: (write: CatalogueWriter, state: LayeredState) => Promise<void>): Promise<void> {
    await change(async (state, writer) => {
      await write(writer, state)
      return { ok: true, value: undefined }
    })
  }

  return {
    change,
    read: () => database.snapshot(readState),
    async version() {
      const row = await database.read.get<{ version: number }>("select version from catalogue where id = 1")
      return row?.version ?? 0
    },
    putRow: (row) => always((write) => write.putRow(row)),
    removeRow: (provider, id) => always((write) => write.removeRow(provider, id)),
    putAlias: (alias) => always((write) => write.putAlias(alias)),
    removeAlias: (asked) => always((write) => write.removeAlias(asked)),
    note: (found) =>
      always(async (write, { findings }) => {
        const known = new Map(findings.map((finding) => [modelKey(finding.provider, finding.id), finding]))
        for (const finding of found) {
          const key = modelKey(finding.provider, finding.id)
          const before = known.get(key)
          // That a model is gone is known since it was first said; an operator who has revived it knows better.
          const gone = finding.gone === false ? false : (before?.gone ?? finding.gone)
          const after = { ...before, ...present(finding), ...(gone === undefined ? {} : { gone }) }
          // Many servers find out the same; what says nothing new makes no catalogue anew.
          if (JSON.stringify(sorted(before ?? {})) !== JSON.stringify(sorted(after))) await write.putFinding(after)
          known.set(key, after)
        }
      }),
    async keepPrices(version, content) {
      const known = "select version from price_version where version = ?"
      if ((await database.read.get(known, [version])) !== undefined) return
      const insert = "insert into price_version (version, content) values (?, ?) on conflict (version) do nothing"
      await database.transaction((sql) => sql.run(insert, [version, content]))
    },
    pricesOf: (version) => keptPrices(database.read, version),
  }
}

/** The kept prices of a version, also inside a transaction; undefined for a version nobody kept. */
export async function keptPrices(sql: Sql, version: string): Promise<string | undefined> {
  const query = "select content from price_version where version = ?"
  return (await sql.get<{ content: string }>(query, [version]))?.content
}

/** The hash by which two contents are compared. */
export function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex")
}

interface ContentRow {
  readonly provider: ProviderId
  readonly id: string
  readonly content: string
}

async function readState(sql: Sql): Promise<LayeredState> {
  const counter = await sql.get<{ version: number }>("select version from catalogue where id = 1")
  const rows = await sql.all<ContentRow & { layer: RowLayer }>(
    "select provider, id, layer, content from model_row order by provider, id",
  )
  const aliases = await sql.all<Alias>("select asked, called from model_alias order by asked")
  const findings = await sql.all<ContentRow>("select provider, id, content from model_finding order by provider, id")
  const files = await sql.all<{ name: string; hash: string }>("select name, hash from imported_file")
  const layer = (name: RowLayer) => rows.filter((row) => row.layer === name).flatMap(fieldsOf)
  const [refreshed, own] = [layer("refreshed"), layer("operator")]
  return {
    version: counter?.version ?? 0,
    refreshed,
    own,
    rows: [...refreshed, ...own],
    aliases: aliases.map(({ asked, called }) => ({ asked, called })),
    findings: findings.map(({ provider, id, content }) => ({ ...(JSON.parse(content) as object), provider, id })),
    imported: new Map(files.map(({ name, hash }) => [name, hash])),
  }
}

/** A row that a newer program wrote may hold what this one does not know: then this one goes on without it. */
function fieldsOf({ provider, id, content }: ContentRow): readonly RowFields[] {
  const fields = parseRowFields({ ...(JSON.parse(content) as object), provider, id })
  return fields.ok ? [fields.value] : []
}

function writerOver(sql: Sql, changed: () => void): CatalogueWriter {
  const run = async (text: string, params: readonly string[]) => {
    if ((await sql.run(text, params)) > 0) changed()
  }
  return {
    async putRow({ provider, id, ...fields }, layer = "operator") {
      await run(
        `insert into model_row (provider, id, layer, content) values (?, ?, ?, ?)
         on conflict (provider, id, layer) do update set content = excluded.content`,
        [provider, id, layer, JSON.stringify(fields)],
      )
    },
    removeRow: (provider, id, layer = "operator") =>
      run("delete from model_row where provider = ? and id = ? and layer = ?", [provider, id, layer]),
    putAlias: ({ asked, called }) =>
      run(
        `insert into model_alias (asked, called) values (?, ?)
         on conflict (asked) do update set called = excluded.called`,
        [asked, called],
      ),
    removeAlias: (asked) => run("delete from model_alias where asked = ?", [asked]),
    putFinding: ({ provider, id, ...rest }) =>
      run(
        `insert into model_finding (provider, id, content) values (?, ?, ?)
         on conflict (provider, id) do update set content = excluded.content`,
        [provider, id, JSON.stringify(rest)],
      ),
    async markImported(name, hash) {
      await sql.run(
        `insert into imported_file (name, hash) values (?, ?)
         on conflict (name) do update set hash = excluded.hash`,
        [name, hash],
      )
    },
  }
}

function present(finding: Finding): Finding {
  return Object.fromEntries(Object.entries(finding).filter(([, value]) => value !== undefined)) as unknown as Finding
}

function sorted(record: object): readonly unknown[] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
