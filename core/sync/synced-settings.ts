import { fieldsOf, type JsonObject } from "../lib/fields.ts"
import { readStamp, type Stamp } from "../storage/stamp.ts"
import type { Row } from "../storage/row.ts"

/** Settings that depend on the screen, or on who sits in front of it: each browser has its own. */
const ownSettings: ReadonlySet<string> = new Set(["theme", "fontSize", "tightBorder", "sidebarWidth", "models", "lang"])

/** Whether a setting travels, by its path ("modelConfig.temperature"). */
export function isSyncedSetting(path: string): boolean {
  return /^[a-zA-Z_]{1,40}(\.[a-zA-Z_]{1,40})?$/.test(path) && !(path in Object.prototype) && !ownSettings.has(path)
}

/**
 * The settings as a record whose fields are joined one by one. Only those travel that somebody chose, which their stamps tell:
 * the others are what the program begins with.
 */
export function settingsRow(id: string, config: JsonObject, at: Readonly<Record<string, unknown>>): Row<object> {
  const value: Record<string, unknown> = {}
  const stamps: Record<string, Stamp> = {}
  for (const [path, stored] of Object.entries(at)) {
    const stamp = readStamp(stored)
    const setting = settingAt(config, path)
    if (stamp === undefined || setting === undefined || !isSyncedSetting(path)) continue
    value[path] = setting
    stamps[path] = stamp
  }
  return { id, version: 1, value, ...(Object.keys(stamps).length === 0 ? {} : { sync: { at: stamps } }) }
}

function settingAt(config: JsonObject, path: string): unknown {
  const [name = "", inner] = path.split(".")
  const value = Object.hasOwn(config, name) ? config[name] : undefined
  if (inner === undefined) return value
  const fields = fieldsOf(value)
  return Object.hasOwn(fields, inner) ? fields[inner] : undefined
}

/** The settings with those of a record in their places. */
export function withSettings(config: JsonObject, settings: JsonObject): JsonObject {
  const all: Record<string, unknown> = { ...config }
  for (const [path, value] of Object.entries(settings)) {
    const [name = "", inner] = path.split(".")
    all[name] = inner === undefined ? value : { ...fieldsOf(all[name]), [inner]: value }
  }
  return all
}
