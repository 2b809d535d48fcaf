import type { Config } from "../config.ts"
import { OperatorError } from "./operator-error.ts"

/**
 * Why a server could not start on its data, as a sentence for the operator that names the setting: a folder that cannot be
 * written, a full disk, a database that does not answer. Undefined for an error of our own, which is better seen whole.
 */
export function cannotStart(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  error: unknown,
): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error) || [TypeError, RangeError, ReferenceError].some((bug) => error instanceof bug)) return
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  const why = error.message === "" ? code : error.message
  // Never the URL itself: it may hold a password.
  return databaseUrl === undefined || isOfFile(error)
    ? `configuration: DATA_DIR ${dataDir} cannot be used: ${why}`
    : `configuration: DATABASE_URL cannot be used: ${why}`
}

function isOfFile(error: Error): boolean {
  return "path" in error && typeof error.path === "string"
}
