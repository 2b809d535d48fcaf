import { create } from "zustand"
import { applyAccessEvent, visitor, type Access, type AccessEvent } from "#core/access/access-state.ts"
import { bareAccessCode, bearerPrefix } from "#core/access/access-code.ts"
import { tierOf, type Tier } from "#core/access/tier.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { defaultModel } from "#core/models/default-models.ts"
import { fetchConfig, fetchSearchStatus, getBalance, validateAccess } from "../platform/api-client.ts"
import { onLocalChange, readLocalJson, writeLocal } from "../platform/local-storage.ts"
import { parseServerConfig, unknownConfig, type ServerConfig } from "../platform/server-config.ts"
import { forgetVisitor, visitorId } from "../platform/visitor.ts"

const key = "nk-access-control"
const version = 2
const balanceFreshMs = 60_000

/** Who is asking, and what the server offers them. */
export interface AccessState extends Access {
  /** Epoch milliseconds; 0 while the balance was never asked for in this tab. */
  readonly balanceAt: number
  readonly searchEnabled: boolean
  readonly config: ServerConfig
}

export const useAccess = create<AccessState>()(() => readAccess())

/** Of the address as the page was opened: links inside the page drop the query, the lower tier it asks for stays. */
export const openingQuery = location.search

/** The tier the page shows. */
export function selectTier(state: AccessState): Tier {
  return tierOf(state, openingQuery)
}

export function selectIsPremium(state: AccessState): boolean {
  return selectTier(state) === "premium"
}

/** The amount on the diamond badge: the premium balance, or the general one where there is none. */
export function selectShownBalance(state: AccessState): MicroReais {
  return state.premium > 0 ? state.premium : state.free
}

/** A premium code with nothing left, that is charged and so can be recharged. */
export function selectNeedsRenewal(state: AccessState): boolean {
  return selectIsPremium(state) && !state.unmetered && state.balanceAt > 0 && state.premium <= 0
}

/** The model to name to those who do not have it yet: the operator's default, gpt-5, or the first that only premium users have. */
export function selectFlagship({ config }: AccessState): string {
  const configured = configuredModel(config)
  const offered = config.models.filter((model) => model.available)
  if (configured || offered.some((model) => model.name === defaultModel)) return configured ?? defaultModel
  return offered.find((model) => model.tiers.includes("premium"))?.name ?? defaultModel
}

/** The credentials of a call to the gateway. */
export function authHeaders(): Record<string, string> {
  const { accessCode } = useAccess.getState()
  return {
    "X-Visitor": visitorId(),
    ...(accessCode === "" ? {} : { Authorization: `Bearer ${bearerPrefix}${accessCode}` }),
  }
}

/** What came of a new code, for the screen that asked. `superseded`: another code was entered meanwhile. */
export type CodeResult = "none" | "valid" | "invalid" | "insufficient" | "unreachable" | "superseded"

/** Takes a code through the specification's transitions (core §4). An empty one makes the user a visitor. */
export async function changeAccessCode(code: string): Promise<CodeResult> {
  apply({ type: "code-entered", code })
  const { accessCode } = useAccess.getState()
  if (accessCode === "") {
    void refreshConfig()
    return "none"
  }
  const check = await validateAccess(accessCode)
  if (useAccess.getState().accessCode !== accessCode) return "superseded"
  if (check === "unreachable") return "unreachable"
  if (check === "invalid") {
    refuseCode()
    return "invalid"
  }
  apply({ type: "code-accepted" })
  void refreshConfig()
  const balance = await refreshBalance()
  if (useAccess.getState().accessCode !== accessCode) return "superseded"
  return balance === "ok" ? "valid" : balance
}

/** Asks for the balance of the current code. */
export async function refreshBalance(): Promise<"ok" | "invalid" | "insufficient" | "unreachable"> {
  const { accessCode } = useAccess.getState()
  if (accessCode === "") return "ok"
  const reply = await getBalance(accessCode)
  // The code was changed meanwhile: this answer is about another one.
  if (useAccess.getState().accessCode !== accessCode) return "ok"
  switch (reply.kind) {
    case "balance":
      apply({ type: "balance-fetched", balance: reply.balance })
      useAccess.setState({ balanceAt: Date.now() })
      return "ok"
    case "insufficient":
      if (reply.balance) apply({ type: "balance-fetched", balance: reply.balance })
      if (reply.isEmpty) apply({ type: "balance-exhausted" })
      useAccess.setState({ balanceAt: Date.now() })
      return "insufficient"
    case "unknown-code":
      refuseCode()
      return "invalid"
    case "busy":
      return "ok"
    case "unreachable":
      return "unreachable"
  }
}

/** The balances a settled answer left behind. */
export function applyBalance(balance: BalanceAfter): void {
  // A visitor has no wallet; the zeros in such a reply say nothing.
  if (useAccess.getState().accessCode === "") return
  apply({ type: "balance-updated", balance })
  useAccess.setState({ balanceAt: Date.now() })
}

/** Loads what the server says, and keeps it fresh: at the start, when the page comes back into view, across tabs. */
export function startAccess(): void {
  void refreshConfig()
  void fetchSearchStatus().then((searchEnabled) => useAccess.setState({ searchEnabled }))
  void refreshBalance()
  const refreshWhenOld = () => {
    if (document.visibilityState === "hidden") return
    if (Date.now() - useAccess.getState().balanceAt > balanceFreshMs) void refreshBalance()
  }
  window.addEventListener("focus", refreshWhenOld)
  document.addEventListener("visibilitychange", refreshWhenOld)
  onLocalChange(key, () => useAccess.setState(savedState()))
}

async function refreshConfig(): Promise<void> {
  const config = await fetchConfig(authHeaders())
  if (config === undefined) return
  useAccess.setState({ config })
  save()
}

/** An invalid code; where nothing is left of it, the anonymous marker goes too. */
function refuseCode(): void {
  apply({ type: "code-refused" })
  if (useAccess.getState().accessCode === "") forgetVisitor()
}

function apply(event: AccessEvent): void {
  // Replaced, not merged: a field the new state does not have must not survive from the old.
  const { balanceAt, searchEnabled, config, ...access } = useAccess.getState()
  useAccess.setState({ ...applyAccessEvent(access, event), balanceAt, searchEnabled, config }, true)
  save()
}

/** `model@provider`, or nothing. */
function configuredModel(config: ServerConfig): string | undefined {
  return config.defaultModel.split("@")[0] || undefined
}

function save(): void {
  const { balanceAt: _at, searchEnabled: _search, ...kept } = useAccess.getState()
  writeLocal(key, JSON.stringify({ state: kept, version }))
}

function readAccess(): AccessState {
  return { balanceAt: 0, searchEnabled: false, ...savedState() }
}

/**
 * What the last visit left, so that tier, balance and prices stand in the first paint. Damaged or missing values count
 * as a visitor's; the server is asked right after anyway.
 */
function savedState(): Access & { readonly config: ServerConfig } {
  const saved = readLocalJson(key)
  const state = typeof saved === "object" && saved !== null && "state" in saved ? saved.state : undefined
  if (typeof state !== "object" || state === null) return { ...visitor, config: unknownConfig }
  const value = (name: keyof AccessState): unknown => (state as Record<string, unknown>)[name]
  const config = parseServerConfig(value("config")) ?? unknownConfig
  const code = value("accessCode")
  const accessCode = typeof code === "string" ? bareAccessCode(code) : ""
  if (accessCode === "") return { ...visitor, config }
  const upgradeUrl = value("upgradeUrl")
  return {
    ...visitor,
    accessCode,
    userType: value("userType") === "premium" ? "premium" : "gratuito",
    premium: wholeAmount(value("premium")),
    free: wholeAmount(value("free")),
    calls: wholeAmount(value("calls")),
    unmetered: value("unmetered") === true,
    isAnonymousUser: false,
    hasInvalidCode: value("hasInvalidCode") === true,
    ...(typeof upgradeUrl === "string" ? { upgradeUrl } : {}),
    config,
  }
}

function wholeAmount(value: unknown): MicroReais {
  return microReais(typeof value === "number" && Number.isSafeInteger(value) ? value : 0)
}
