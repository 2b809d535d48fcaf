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
import { currentLocale } from "../platform/language.ts"
import { readLocalJson, writeLocal } from "../platform/local-storage.ts"
import { fetchBilling, fetchVersion } from "../platform/update-client.ts"
import { authHeaders, ownCall } from "./access-store.ts"

const key = "nk-update"
/** Of the stored shape; the ancestor's has the same fields. */
const version = 0.1

/** What is known of versions and of the provider's bill, and what a check is at. */
export interface UpdateStore extends UpdateState {
  readonly check: "idle" | "checking" | "failed" | Comparison
  /** Why a check failed, in the server's words; empty where it could not be reached. */
  readonly trouble: string
  readonly usage: "idle" | "checking" | "known" | "no-access" | "failed"
}

export const useUpdate = create<UpdateStore>()(() => {
  const stored = readUpdateState(readLocalJson(key))
  const isKnown = stored.used !== undefined || stored.subscription !== undefined
  const check = stored.version === "" ? "idle" : comparisonOf(stored)
  return { ...stored, check, trouble: "", usage: isKnown ? "known" : "idle" }
})

/** Asks for the newest version; at most every two hours, unless somebody wants to know now. */
export async function checkVersion({ force }: { readonly force: boolean }): Promise<void> {
  const { check, lastUpdate, version: known } = useUpdate.getState()
  const now = Date.now()
  if (check === "checking" || (!force && known !== "" && !isCheckDue(lastUpdate, now))) return
  useUpdate.setState({ check: "checking", trouble: "" })
  const reply = await fetchVersion(languageTag(currentLocale()))
  if (!reply.ok) return useUpdate.setState({ check: "failed", trouble: reply.error })
  change({ ...reply.value, lastUpdate: now, check: comparisonOf(reply.value) })
}

/** Asks for the provider's bill; what is less than a minute old is not asked for again. */
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
