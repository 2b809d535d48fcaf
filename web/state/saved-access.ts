import { noOwnAccess, readOwnAccess, writeOwnAccess } from "#core/access/own-access.ts"
import { visitor } from "#core/access/access-state.ts"
import { bareAccessCode } from "#core/access/access-code.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { fromReais, microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { changeLocalRecord, storedFields, type LocalRecord } from "../platform/storage/local-record.ts"
import { parseServerConfig, unknownConfig } from "../platform/gateway/server-config.ts"
import type { AccessState } from "./access-store.ts"

/** The key under which the browser stores the user's access; other tabs write it, too. */
export const accessKey = "nk-access-control"
const version = 2

/** The part of the access that is stored. */
export type SavedAccess = Omit<AccessState, "balanceAt" | "codeChangesElsewhere" | "searchEnabled">

/** The access in the browser's storage. What somebody enters has stamps; what the server says has none. */
const accessRecord: LocalRecord = {
  key: accessKey,
  clocksKey: "nk-access-clocks",
  version,
  stamped: (path) => path === "accessCode" || path in writeOwnAccess(noOwnAccess),
}

/** The access as this tab last read or saved it. */
let known: SavedAccess | undefined

/** Saves what this tab changed. A code that another tab entered a moment ago stays, and what belongs to the old one is left out. */
export function saveAccess(access: SavedAccess): void {
  const stored = storedFields(accessKey)
  const before = known ?? access
  const hasOther = stored["accessCode"] !== undefined && stored["accessCode"] !== before.accessCode
  const isCodeOwn = before.accessCode !== access.accessCode
  const after = hasOther && !isCodeOwn ? { ...before, own: access.own, config: access.config } : access
  changeLocalRecord(accessRecord, stored, flat(before), flat(after))
  known = access
}

/** The fields as they are stored: own keys lie beside the rest, and what is left of a day is never stored. */
function flat({ own, config, ...rest }: SavedAccess): JsonObject {
  const { free: _today, ...kept } = config
  return { ...writeOwnAccess(own), ...rest, config: sameConfig(config, kept) }
}

/** One object for one configuration, so that an unchanged one is seen to be unchanged. */
const keptConfigs = new WeakMap<object, object>()
function sameConfig(config: object, kept: object): object {
  const same = keptConfigs.get(config) ?? kept
  keptConfigs.set(config, same)
  return same
}

/**
 * The access as the last visit stored it, so that tier, balance and prices are in the first paint. Damaged or missing
 * values count as a visitor's; the server is asked right afterwards anyway.
 */
export function savedAccess(): SavedAccess {
  known = readAccess()
  return known
}

function readAccess(): SavedAccess {
  const state = storedFields(accessKey)
  const value = (name: keyof AccessState): unknown => state[name]
  const told: JsonObject = state
  // The ancestor keeps the server's settings and the balances in reais beside the code, under the names of the wire.
  const config = parseServerConfig(value("config") ?? state) ?? unknownConfig
  const own = readOwnAccess(state)
  const code = value("accessCode")
  const accessCode = typeof code === "string" ? bareAccessCode(code) : ""
  if (accessCode === "") return { ...visitor, config, own }
  const upgradeUrl = value("upgradeUrl")
  return {
    ...visitor,
    accessCode,
    userType: (value("userType") ?? told["tipo_usuario"]) === "premium" ? "premium" : "gratuito",
    premium: wholeAmount(value("premium") ?? wireReais(told["saldo_premium"] ?? told["saldo"])),
    free: wholeAmount(value("free") ?? wireReais(told["saldo_gratuito"])),
    calls: wholeAmount(value("calls") ?? told["saldo_chamadas"]),
    reserved: wholeAmount(value("reserved")),
    unmetered: value("unmetered") === true,
    isFrozen: value("isFrozen") === true,
    isAnonymousUser: false,
    hasInvalidCode: value("hasInvalidCode") === true,
    ...(typeof upgradeUrl === "string" ? { upgradeUrl } : {}),
    config,
    own,
  }
}

/** An amount in reais, a number or its text, in micro-reais; undefined where it is none. */
function wireReais(stored: unknown): MicroReais | undefined {
  const amount = typeof stored === "string" ? Number(stored) : stored
  return typeof amount === "number" && Math.abs(amount) < 9e9 ? fromReais(amount) : undefined
}

function wholeAmount(value: unknown): MicroReais {
  return microReais(typeof value === "number" && Number.isSafeInteger(value) ? value : 0)
}
