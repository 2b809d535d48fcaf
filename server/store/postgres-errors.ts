import pg from "pg"
import type { WhyUnavailable } from "./database-unavailable.ts"

/** Two transactions that cannot both be (serialization failure, deadlock): one of them may simply try again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01")
}

/** Whether the server ends the session with this error: it stops, starts, or has ended this session. */
export function endsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P0|25P03)/.test(error.code ?? "")
}

/** Whether it is the server that said so, and not the way to it that failed. */
export function isFromServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

/** The reason why the server cannot do it at the moment; undefined where the statement itself is wrong. */
export function whyRefused(error: unknown): WhyUnavailable | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (endsConnection(error)) return "away"
  const { code = "" } = error
  if (code === "53100") return "disk-full"
  if (code === "25006") return "read-only"
  // Not enough of something, such as memory or connections; a lock that was waited for too long; a statement that was cancelled.
  if (/^(53|55P03|57014)/.test(code)) return "busy"
  // Errors of the system below.
  return code.startsWith("58") ? "failing" : undefined
}
