import { DatabaseUnavailable } from "./database-unavailable.ts"
import type { Sql } from "./sql.ts"
import { openConnection, type PostgresConnection } from "./postgres-connection.ts"
import { isFromServer, whyRefused } from "./postgres-errors.ts"

/**
 * A connection of its own for what must not wait for anything else, asked for one statement after the other; each is a
 * transaction by itself. One that takes longer than `patienceMs` fails, with its connection; it may take effect all the same.
 */
export interface PostgresLine extends Pick<Sql, "run"> {
  close(): Promise<void>
}

export function openPostgresLine(databaseUrl: string, patienceMs: number): PostgresLine {
  let connection: PostgresConnection | undefined

  return {
    async run(text, params = []) {
      let n = 0
      const numbered = text.replace(/\?/g, () => `$${++n}`)
      let late: NodeJS.Timeout | undefined
      try {
        if (connection === undefined || connection.lost !== undefined)
          connection = await openConnection(databaseUrl, { timeoutMs: patienceMs })
        const asked = connection
        late = setTimeout(() => asked.cut(`no answer within ${patienceMs} ms`), patienceMs)
        return (await asked.query({ text: numbered, values: [...params] })).rowCount ?? 0
      } catch (error) {
        const why = isFromServer(error) ? whyRefused(error) : "away"
        throw why === undefined ? error : new DatabaseUnavailable(error, { why, mayHaveCommitted: true })
      } finally {
        clearTimeout(late)
      }
    },
    async close() {
      connection?.end()
    },
  }
}
