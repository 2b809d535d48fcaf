import { create } from "zustand"
import {
  comparisonOf,
  isUsageDue,
  readUpdateState,
  type Comparison,
  type UpdateState,
} from "#core/update/update-state.ts"
import { isCheckDue } from "#core/update/version-check.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "../platform/language/language.ts"
import { readLocalJson, writeLocal } from "../platform/storage/local-storage.ts"
import { fetchBilling, fetchVersion } from "../platform/gateway/update-client.ts"
import { authHeaders, ownCall } from "./access-store.ts"

const key = "nk-update"
/** The version of the stored record, whose fields are NextChat's. */
const version = 0.1

/** The known facts about versions and the provider's bill, and the state of a running check. */
export interface UpdateStore extends UpdateState {
  readonly check: "idle" | "checking" | "failed" | Comparison
  /** The server's text about a failed check; empty where the server could not be reached. */
  readonly trouble: string
  readonly usage: "idle" | "checking" | "known" | "no-access" | "failed"
}

export const useUpdate = create<UpdateStore>()(() => {
  const stored = readUpdateState(readLocalJson(key))
  const isKnown = stored.used !== undefined || stored.subscription !== undefined
  const check = stored.version === "" ? "idle" : comparisonOf(stored)
  return { ...stored, check, trouble: "", usage: isKnown ? "known" : "idle" }
})

/** Requests the newest version, at most every two hours unless `force` is set. */
export async function checkVersion({ force }: { readonly force: boolean }): Promise<void> {
  const { check, lastUpdate, version: known } = useUpdate.getState()
  const now = Date.now()
  if (check === "checking" || (!force && known !== "" && !isCheckDue(lastUpdate, now))) return
  useUpdate.setState({ check: "checking", trouble: "" })
  const reply = await fetchVersion(languageTag(currentLocale()))
  if (!reply.ok) return useUpdate.setState({ check: "failed", trouble: reply.error })
  change({ ...reply.value, lastUpdate: now, check: comparisonOf(reply.value) })
}

/** Requests the provider's bill, unless it is less than a minute old. */
export async function checkUsage(): Promise<void> {
  const { usage } = useUpdate.getState()
  const now = Date.now()
  if (usage === "checking" || (usage === "known" && !isUsageDue(useUpdate.getState(), now))) return
  useUpdate.setState({ usage: "checking" })
  const payer = ownCall("OpenAI")
  const own = typeof payer === "object" ? payer : undefined
  const reply = await fetchBilling(authHeaders(own), own, new Date(now))
  if (reply.ok) return change({ ...reply.value, lastUpdateUsage: now, usage: "known" })
  const isBarred =
    reply.error.kind === "unauthorized" || (reply.error.kind === "http" && [403, 404].includes(reply.error.status))
  useUpdate.setState({ usage: isBarred ? "no-access" : "failed", used: undefined, subscription: undefined })
}

function change(changes: Partial<UpdateStore>): void {
  useUpdate.setState(changes)
  const { check: _c, trouble: _t, usage: _u, ...kept } = useUpdate.getState()
  writeLocal(key, JSON.stringify({ state: kept, version }))
}
