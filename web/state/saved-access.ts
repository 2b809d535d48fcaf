import { readOwnAccess, writeOwnAccess } from "#core/access/own-access.ts"
import { visitor } from "#core/access/access-state.ts"
import { bareAccessCode } from "#core/access/access-code.ts"
import { fieldsOf } from "#core/lib/read-value.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { readLocalJson, writeLocal } from "../platform/local-storage.ts"
import { parseServerConfig, unknownConfig } from "../platform/server-config.ts"
import type { AccessState } from "./access-store.ts"

/** Where the browser keeps who is asking; other tabs write it too. */
export const accessKey = "nk-access-control"
const version = 2

/** What of the access outlives a tab. */
export type SavedAccess = Omit<AccessState, "balanceAt" | "codeChangesElsewhere" | "searchEnabled">

export function saveAccess({ own, config: { free: _today, ...config }, ...kept }: SavedAccess): void {
  writeLocal(accessKey, JSON.stringify({ state: { ...writeOwnAccess(own), ...kept, config }, version }))
}

/**
 * What the last visit left, so that tier, balance and prices stand in the first paint. Damaged or missing values count
 * as a visitor's; the server is asked right after anyway.
 */
export function savedAccess(): SavedAccess {
  const state = fieldsOf(fieldsOf(readLocalJson(accessKey))["state"])
  const value = (name: keyof AccessState): unknown => state[name]
  const config = parseServerConfig(value("config")) ?? unknownConfig
  const own = readOwnAccess(state)
  const code = value("accessCode")
  const accessCode = typeof code === "string" ? bareAccessCode(code) : ""
  if (accessCode === "") return { ...visitor, config, own }
  const upgradeUrl = value("upgradeUrl")
  return {
    ...visitor,
    accessCode,
    userType: value("userType") === "premium" ? "premium" : "gratuito",
    premium: wholeAmount(value("premium")),
    free: wholeAmount(value("free")),
    calls: wholeAmount(value("calls")),
    reserved: wholeAmount(value("reserved")),
    unmetered: value("unmetered") === true,
    isAnonymousUser: false,
    hasInvalidCode: value("hasInvalidCode") === true,
    ...(typeof upgradeUrl === "string" ? { upgradeUrl } : {}),
    config,
    own,
  }
}

function wholeAmount(value: unknown): MicroReais {
  return microReais(typeof value === "number" && Number.isSafeInteger(value) ? value : 0)
}
