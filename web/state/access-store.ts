import { create } from "zustand"
import { ownCallTo, ownFirstChoice, readOwnAccess, type OwnAccess, type OwnCall } from "#core/access/own-access.ts"
import { applyAccessEvent, ownBalance, type Access, type AccessEvent } from "#core/access/access-state.ts"
import { bareAccessCode, bearerPrefix } from "#core/access/access-code.ts"
import { tierOf, type Tier } from "#core/access/tier.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import { fieldsOf } from "#core/lib/read-value.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { modelInRole } from "#core/models/played-roles.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { fetchConfig, fetchSearchStatus, getBalance, validateAccess } from "../platform/api-client.ts"
import { onLocalChange } from "../platform/local-storage.ts"
import type { ServerConfig } from "../platform/server-config.ts"
import { openingPlace } from "../platform/opening-place.ts"
import { askForVisitor, forgetVisitor, type FreeToday, visitorId } from "../platform/visitor.ts"
import { accessKey, saveAccess, savedAccess } from "./saved-access.ts"

const balanceFreshMs = 60_000

/** Who is asking, and what the server offers them. */
export interface AccessState extends Access {
  /** Epoch milliseconds; 0 while the balance was never asked for in this tab. */
  readonly balanceAt: number
  /** How often another tab has changed the code since this one was opened. */
  readonly codeChangesElsewhere: number
  readonly searchEnabled: boolean
  readonly config: ServerConfig
  /** The user's own keys. */
  readonly own: OwnAccess
}

export const useAccess = create<AccessState>()(() => ({
  balanceAt: 0,
  codeChangesElsewhere: 0,
  searchEnabled: false,
  ...savedAccess(),
}))

/** The tier the page shows. */
export function selectTier(state: AccessState): Tier {
  return tierOf(state, openingPlace)
}

export function selectIsPremium(state: AccessState): boolean {
  return selectTier(state) === "premium"
}

/**
 * The amount on the diamond badge: the premium balance, or the general one where there is none. What is held for an answer
 * in progress is still on it, so that the amount falls once, by what the answer cost.
 */
export function selectShownBalance(state: AccessState): MicroReais {
  const { premium, free } = ownBalance(state)
  return premium > 0 ? premium : free
}

/** Nobody answers before a code is entered: the server wants one, and there is neither one nor an own key. */
export function selectIsShutOut(state: AccessState): boolean {
  return state.config.needCode && state.accessCode === "" && selectOwnFirst(state) === undefined
}

/** A premium code with nothing left, that is charged and so can be recharged. */
export function selectNeedsRenewal(state: AccessState): boolean {
  return selectIsPremium(state) && !state.unmetered && state.balanceAt > 0 && ownBalance(state).premium <= 0
}

/**
 * The model to name to those who do not have it yet: the one new conversations begin with, or the first that only premium
 * users have.
 */
export function selectFlagship({ config }: AccessState): string {
  const offered = config.models.filter((model) => model.available)
  const { model: usual } = modelInRole(config.roles, "default")
  const wishes = config.roles.default === undefined ? [configuredModel(config), usual] : [usual]
  const wished = wishes.find((name) => offered.some((model) => model.name === name))
  return wished ?? offered.find((model) => model.tiers.includes("premium"))?.name ?? usual
}

/** The one model of the free tier. */
export function selectFreeModel({ config }: AccessState): string {
  return modelInRole(config.roles, "free").model
}

/** The credentials of a call to the gateway. An own key takes priority over the code, which then only stands beside it. */
export function authHeaders(own?: OwnCall): Record<string, string> {
  const { accessCode } = useAccess.getState()
  const code = accessCode === "" ? undefined : bearerPrefix + accessCode
  if (own !== undefined) {
    const { apiKey = "", secretKey } = own.credentials
    const key = secretKey === undefined ? apiKey : `${apiKey}:${secretKey}`
    return { ...reader(), Authorization: `Bearer ${key}`, ...(code ? { "X-Access-Code": code } : {}) }
  }
  return { ...reader(), ...(code ? { Authorization: `Bearer ${code}` } : {}) }
}

/** Who reads, and in which language: what the server says is shown on the page, which need not speak the browser's. */
function reader() {
  return { ...visitorHeader(), "Accept-Language": document.documentElement.lang }
}

/** The visitor that a call is of, where the server has issued an id. */
export function visitorHeader(): Readonly<Record<string, string>> {
  const id = visitorId()
  return id === undefined ? {} : { "X-Visitor": id }
}

/** Whether answers that were asked for can be found again: not by a visitor whom the server cannot tell from others. */
export function canComeBack(): boolean {
  return !isVisitor() || visitorId() !== undefined
}

function isVisitor(): boolean {
  const { accessCode, config } = useAccess.getState()
  return accessCode === "" && !config.needCode
}

/** How long a call waits for a visitor's id, and how long after one was not to be had no other is asked for. In ms. */
const visitorPatienceMs = 2_000
const visitorPauseMs = 60_000
let visitorMissedAt = -Infinity

/** Before a visitor's call: waits a moment for the id, where there is none yet. A server that issues none keeps nobody waiting twice. */
export async function knowVisitor(): Promise<void> {
  if (canComeBack() || Date.now() - visitorMissedAt < visitorPauseMs) return
  await Promise.race([refreshVisitor(), new Promise((resolve) => setTimeout(resolve, visitorPatienceMs))])
  if (!canComeBack()) visitorMissedAt = Date.now()
}

/** Asks what is left of a visitor's day, and for an id where there is none. */
export async function refreshVisitor(): Promise<void> {
  if (!isVisitor()) return
  const free = await askForVisitor()
  if (free !== undefined && isVisitor()) useAccess.setState(({ config }) => ({ config: { ...config, free } }))
}

/** What a visitor is told of the day; undefined for who pays, and where nothing is known. */
export function selectFreeToday(state: AccessState): FreeToday | undefined {
  const isFree = state.accessCode === "" && selectOwnFirst(state) === undefined
  return isFree && state.config.free?.of ? state.config.free : undefined
}

/** Who pays a call to a provider by name: an own key where one is in use (core §6), else the gateway decides. */
export function ownCall(providerName: string): OwnCall | "incomplete-azure" | undefined {
  const { own, config } = useAccess.getState()
  return config.hideUserApiKey ? undefined : ownCallTo(own, providerName)
}

/** The provider of own keys that new conversations begin with. */
export function selectOwnFirst({ own, config }: AccessState): ProviderId | undefined {
  return config.hideUserApiKey ? undefined : ownFirstChoice(own)
}

/** Changes the own keys, or whether they are used. Saved at once. */
export function changeOwnAccess(changes: Partial<OwnAccess>): void {
  useAccess.setState(({ own }) => ({ own: { ...own, ...changes } }))
  save()
}

/** Takes over what was stored elsewhere: a code, own keys. Nothing where there is either here already. */
export function adoptAccess(saved: unknown): void {
  if (useAccess.getState().accessCode !== "" || useAccess.getState().own.useCustomConfig) return
  const { state, version } = fieldsOf(saved)
  const { accessCode } = fieldsOf(state)
  changeOwnAccess(readOwnAccess(state, typeof version === "number" ? version : undefined))
  if (typeof accessCode === "string" && accessCode.trim() !== "") void changeAccessCode(accessCode)
}

/** What came of a new code, for the screen that asked. `superseded`: another code was entered meanwhile. */
export type CodeResult = "none" | "valid" | "invalid" | "insufficient" | "unreachable" | "superseded"

let attempts = 0

/**
 * Takes a code through the specification's transitions (core §4). An empty one makes the user a visitor. Until another one
 * is found good, the code before it stays in use; so a slip over a code with money on it loses nothing.
 */
export async function changeAccessCode(code: string): Promise<CodeResult> {
  const accessCode = bareAccessCode(code)
  const attempt = ++attempts
  if (accessCode === "") {
    apply({ type: "code-entered", code })
    void refreshConfig()
    return "none"
  }
  const check = await validateAccess(accessCode)
  if (attempt !== attempts) return "superseded"
  if (check === "invalid") {
    refuseCode()
    return "invalid"
  }
  const { accessCode: before } = useAccess.getState()
  if (check === "unreachable" && before !== "" && before !== accessCode) return "unreachable"
  apply({ type: "code-entered", code })
  if (check === "unreachable") return "unreachable"
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

/** The balances a settled answer left behind, on the code it was asked with. */
export function applyBalance(balance: BalanceAfter, askedWith: string): void {
  // A visitor has no wallet; the zeros in such a reply say nothing. Nor is another code's balance this one's.
  if (askedWith === "" || useAccess.getState().accessCode !== askedWith) return
  apply({ type: "balance-updated", balance })
  useAccess.setState({ balanceAt: Date.now() })
}

/** Loads what the server says, and keeps it fresh: at the start, when the page comes back into view, across tabs. */
export function startAccess(): void {
  void refreshConfig().then(refreshVisitor)
  void fetchSearchStatus().then((searchEnabled) => useAccess.setState({ searchEnabled }))
  void refreshBalance()
  const refreshWhenOld = () => {
    if (document.visibilityState === "hidden") return
    if (Date.now() - useAccess.getState().balanceAt > balanceFreshMs) void refreshBalance()
  }
  window.addEventListener("focus", refreshWhenOld)
  document.addEventListener("visibilitychange", refreshWhenOld)
  onLocalChange(accessKey, () => {
    const saved = savedAccess()
    const { accessCode, codeChangesElsewhere } = useAccess.getState()
    if (saved.accessCode === accessCode) return useAccess.setState(saved)
    useAccess.setState({ ...saved, codeChangesElsewhere: codeChangesElsewhere + 1 })
    void refreshBalance()
  })
}

async function refreshConfig(): Promise<void> {
  await freshConfig()
}

/** What the server says now; undefined when it cannot be asked. */
export async function freshConfig(): Promise<ServerConfig | undefined> {
  const config = await fetchConfig(authHeaders())
  if (config === undefined) return undefined
  useAccess.setState({ config })
  save()
  return config
}

/** An invalid code; where nothing is left of it, the anonymous marker goes too. */
function refuseCode(): void {
  apply({ type: "code-refused" })
  if (useAccess.getState().accessCode === "") forgetVisitor()
}

function apply(event: AccessEvent): void {
  // Replaced, not merged: a field the new state does not have must not survive from the old.
  const { balanceAt, codeChangesElsewhere, searchEnabled, config, own, ...access } = useAccess.getState()
  const rest = { balanceAt, codeChangesElsewhere, searchEnabled, config, own }
  useAccess.setState({ ...applyAccessEvent(access, event), ...rest }, true)
  save()
}

/** `model@provider`, or nothing. */
function configuredModel(config: ServerConfig): string | undefined {
  return config.defaultModel.split("@")[0] || undefined
}

function save(): void {
  const { balanceAt: _at, codeChangesElsewhere: _elsewhere, searchEnabled: _search, ...saved } = useAccess.getState()
  saveAccess(saved)
}
