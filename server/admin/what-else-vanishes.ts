import type { DatabaseSync } from "node:sqlite"

/** What vanishes besides codes and money, and what comes back that was taken away; by ids. */
export interface VanishingOthers {
  /** Shared by a link since, and that link will be unknown. */
  readonly shared: readonly string[]
  /** Shared by a link, and taken down, hidden or erased since: readable again, as far as their bytes are still there. */
  readonly sharedAgain: readonly string[]
  /** Vaults that the backup does not know, or knows with less in them. */
  readonly vaults: readonly string[]
  /** Vaults that were erased since: they come back. */
  readonly vaultsAgain: readonly string[]
  /** `id (provider)` of models whose price or facts were set since, and aliases: they will be as they were. */
  readonly models: readonly string[]
}

export const noOthers: VanishingOthers = { shared: [], sharedAgain: [], vaults: [], vaultsAgain: [], models: [] }

/** Compares the database with the one that is attached to it as `kept`. `now`: epoch ms. */
export function otherVanishing(present: DatabaseSync, now: number): VanishingOthers {
  /** A table of one of both; of an earlier version, which has none, one without rows. */
  function from(schema: "main" | "kept", name: string, columns: string): string {
    const known = present.prepare(`select 1 from ${schema}.sqlite_schema where type = 'table' and name = ?`).get(name)
    const nulls = columns.split(", ").map((column) => `null as ${column}`)
    return known === undefined
      ? `(select ${nulls.join(", ")} where false)`
      : `(select ${columns} from ${schema}.${name})`
  }
  const idsOf = (query: string) =>
    present
      .prepare(query)
      .all()
      .map((row) => String(row["id"]))
  /** Rows that one of both has and the other has not in the same words. */
  const changed = (name: string, columns: string) => {
    const [one, other] = [from("main", name, columns), from("kept", name, columns)]
    return `select * from (select * from ${one} except select * from ${other})
      union select * from (select * from ${other} except select * from ${one})`
  }
  const file = (schema: "main" | "kept") => from(schema, "shared_file", "id, state, expires_at")
  const vault = (schema: "main" | "kept") => from(schema, "vault", "id, token_hash, last_seq")
  const readable = (row: string) => `${row}.state = 'live' and ${row}.expires_at > ${Math.floor(now)}`
  return {
    shared: idsOf(`select now.id as id from ${file("main")} now
      where ${readable("now")} and now.id not in (select id from ${file("kept")}) order by now.id`),
    sharedAgain: idsOf(`select was.id as id from ${file("kept")} was left join ${file("main")} now on now.id = was.id
      where ${readable("was")} and coalesce(now.state, 'erased') <> 'live' order by was.id`),
    vaults: idsOf(`select now.id as id from ${vault("main")} now left join ${vault("kept")} was on was.id = now.id
      where now.token_hash <> '' and coalesce(was.last_seq, -1) < now.last_seq order by now.id`),
    vaultsAgain: idsOf(`select was.id as id from ${vault("kept")} was left join ${vault("main")} now on now.id = was.id
      where was.token_hash <> '' and coalesce(now.token_hash, '') = '' order by was.id`),
    models: [
      ...idsOf(`select distinct id || ' (' || provider || ')' as id
        from (${changed("model_row", "provider, id, layer, content")}) order by 1`),
      ...idsOf(`select distinct 'alias ' || asked as id from (${changed("model_alias", "asked, called")}) order by 1`),
    ],
  }
}

export function areNoOthers(others: VanishingOthers): boolean {
  return Object.values(others).every(({ length }) => length === 0)
}

/** A line for each kind, for the operator's consent. */
export function othersText({ shared, sharedAgain, vaults, vaultsAgain, models }: VanishingOthers): readonly string[] {
  const line = (ids: readonly string[], what: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${what}: ${named(ids)}`]
  return [
    ...line(shared, "links to shared files will be unknown"),
    ...line(sharedAgain, "shared files that were taken down, hidden or erased can be read again"),
    ...line(vaults, "vaults vanish, or what was put into them since"),
    ...line(vaultsAgain, "vaults that were erased come back"),
    ...line(models, "prices, models and aliases are as they were"),
  ]
}

/** Most ids that a line names. */
const mostNamed = 100

function named(ids: readonly string[]): string {
  const more = ids.length > mostNamed ? `, and ${ids.length - mostNamed} more` : ""
  return `${ids.slice(0, mostNamed).join(", ")}${more}`
}
