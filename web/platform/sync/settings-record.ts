import { fieldsOf } from "#core/lib/fields.ts"
import { readAppConfig, appConfigVersion } from "#core/settings/read-app-config.ts"
import { mergeRows } from "#core/storage/merge.ts"
import { isSameRow } from "#core/storage/row.ts"
import { latestOf, readStamp } from "#core/storage/stamp.ts"
import { settingsId, type SyncRecord } from "#core/sync/sync-record.ts"
import { settingsRow, withSettings } from "#core/sync/synced-settings.ts"
import { readLocalJson, writeLocal } from "../storage/local-storage.ts"
import { newId } from "../browser/new-id.ts"

const [key, clocksKey] = ["nk-app-config", "nk-config-clocks"]

/** The settings of this browser that travel, as a record. */
export function settingsRecord(): SyncRecord {
  const config = fieldsOf(readAppConfig(readLocalJson(key)))
  const row = settingsRow(settingsId, config, fieldsOf(fieldsOf(readLocalJson(clocksKey))["at"]))
  return { kind: "settings", id: settingsId, row }
}

/** Takes over the settings that were chosen later elsewhere. Returns whether there were any; other tabs hear of it. */
export function applySettings(foreign: SyncRecord): boolean {
  const own = settingsRecord()
  const { value = {}, sync } = mergeRows({}, own.row, foreign.row)
  if (isSameRow({ id: settingsId, value, ...(sync === undefined ? {} : { sync }) }, own.row)) return false
  const saved = fieldsOf(readLocalJson(key))
  const config = readAppConfig({
    state: withSettings(fieldsOf(saved["state"]), fieldsOf(value)),
    version: appConfigVersion,
  })
  const { models: _models, ...state } = config
  const { device, last, at } = fieldsOf(readLocalJson(clocksKey))
  const stamps = { ...fieldsOf(at), ...sync?.at }
  const latest = latestOf(Object.values(stamps).flatMap((stamp) => readStamp(stamp) ?? [])) ?? last
  writeLocal(key, JSON.stringify({ state, version: appConfigVersion }))
  writeLocal(clocksKey, JSON.stringify({ device: device ?? newId().slice(0, 10), last: latest, at: stamps }))
  return true
}
