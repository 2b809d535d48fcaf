/** The one door to the data: SQL text in, rows out, the same text on SQLite and PostgreSQL. */
import type { Rollback } from "./rollback.ts"

/**
 * The values of a column on both engines: text, a whole number up to 2⁵³, or null. A flag is 0 or 1, JSON is text, an
 * instant is epoch ms.
 */
export type SqlValue = string | number | null

/** Runs statements. `?` stands for a parameter, `for update` may end a select; texts are cached as prepared statements, so build none from values. */
export interface Sql {
  all<Row>(text: string, params?: readonly SqlValue[]): Promise<Row[]>
  get<Row>(text: string, params?: readonly SqlValue[]): Promise<Row | undefined>
  /** The number of rows changed. */
  run(text: string, params?: readonly SqlValue[]): Promise<number>
}

/**
 * `now`, as usual: on disk before it is answered. `later`: on disk with whatever comes after it. A crash of the server loses
 * nothing of it; a power cut may, together with all that was not synced since, so nothing that was synced ever rests on it.
 * PostgreSQL syncs all.
 */
export type Sync = "now" | "later"

export interface Database {
  readonly dialect: Dialect
  /**
   * Runs `op` alone and answers once its changes are on disk. An exception, or `rollback(value)`, leaves no trace.
   * `op` must use the `sql` it is given and nothing else of the database (anything else throws), should wait for nothing
   * but `sql`, and must not touch the world: it is run again when the engine reports a conflict.
   */
  transaction<T>(op: (sql: Sql) => Promise<T | Rollback<T>>, sync?: Sync): Promise<T>
  /** Single reads of committed data. */
  readonly read: Sql
  /** Several reads of one state, while others go on writing. */
  snapshot<T>(op: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Dialect = "sqlite" | "postgres"
