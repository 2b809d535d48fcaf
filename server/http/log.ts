import { printableJson } from "#core/lib/printable.ts"

/** One JSON line for each thing worth knowing. Only ids, counts, timings and words of our own: no content, codes or keys. */
export interface Log {
  info(event: string, facts?: LogFacts): void
  warn(event: string, facts?: LogFacts): void
  error(event: string, facts?: LogFacts): void
}

export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Writes to standard output, or to standard error where that must stay clean. */
export function createLog(now: () => number, write: (line: string) => void): Log {
  const at =
    (level: string) =>
    (event: string, facts: LogFacts = {}) =>
      write(`${printableJson(JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...facts }))}\n`)
  return { info: at("info"), warn: at("warn"), error: at("error") }
}
