import { create } from "zustand"
import { ownCallTo, ownFirstChoice, readOwnAccess, type OwnAccess, type OwnCall } from "#core/access/own-access.ts"
import { applyAccessEvent, ownBalance, type Access, type AccessEvent } from "#core/access/access-state.ts"
import { bareAccessCode, bearerPrefix } from "#core/access/access-code.ts"
import { shownTier, type Tier } from "#core/access/shown-tier.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { modelInRole } from "#core/models/played-roles.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { fetchConfig, fetchSearchStatus, getBalance, validateAccess } from "../platform/gateway/api-client.ts"
import { onLocalChange } from "../platform/storage/local-storage.ts"
import type { ServerConfig } from "../platform/gateway/server-config.ts"
import { entryPlace } from "../platform/browser/entry-url.ts"
import { askForVisitor, forgetVisitor, type FreeToday, visitorId } from "../platform/gateway/visitor.ts"
import { accessKey, saveAccess, savedAccess } from "./saved-access.ts"

const balanceFreshMs = 60_000

/** The current user and the server's offer to them. */
export interface AccessState extends Access {
  /** Epoch milliseconds; 0 until this tab has requested the balance. */
  readonly balanceAt: number
  /** How often the code was changed by another tab or a file since this tab was opened. */
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
  return shownTier(state, entryPlace)
}

export function selectIsPremium(state: AccessState): boolean {
  return selectTier(state) === "premium"
}

/** Whether answers are paid from a balance: not for visitors, free users, and codes that are never charged. */
export function selectIsCharged(state: AccessState): boolean {
  return selectIsPremium(state) && !state.unmetered
}

/**
 * The amount on the diamond badge: the premium balance, or the general one where there is none. Held money is included,
 * so that the amount falls once, by the cost of the answer (0075).
 */
export function selectShownBalance(state: AccessState): MicroReais {
  const { premium, free } = ownBalance(state)
  return premium > 0 ? premium : free
}

/**
 * Whether no question can be answered before a code is entered: the server requires one, and there is neither a code
 * nor an own key.
 */
export function selectIsShutOut(state: AccessState): boolean {
  return state.config.needCode && state.accessCode === "" && selectOwnFirst(state) === undefined
}

/** Whether this is a premium code without money that is charged and so can be recharged. One that is blocked cannot. */
export function selectNeedsRenewal(state: AccessState): boolean {
  return selectIsCharged(state) && !state.isFrozen && state.balanceAt > 0 && ownBalance(state).premium <= 0
}

/**
 * The display name of the model to advertise to users who lack it: the one that new conversations begin with, or the first
 * that only premium users have.
 */
export function selectFlagship({ config }: AccessState): string {
  const offered = config.models.filter((model) => model.available)
  const { model: usual } = modelInRole(config.roles, "default")
  const wishes = config.roles.default === undefined ? [configuredModel(config), usual] : [usual]
  const wished = wishes.find((name) => offered.some((model) => model.name === name))
  return calledIn(config, wished ?? offered.find((model) => model.tiers.includes("premium"))?.name ?? usual)
}

/** The display name of the free tier's model. */
export function selectFreeModel({ config }: AccessState): string {
  return calledIn(config, modelInRole(config.roles, "free").model)
}

function calledIn({ models }: ServerConfig, model: string): string {
  return models.find(({ name }) => name === model)?.displayName ?? model
}

/**
 * The credential headers of a call to the gateway. An own key takes precedence over the code, which is then sent beside
 * it.
 */
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

/**
 * Headers with the visitor's id and the interface language: server texts are shown on the page, whose language may
 * differ from the browser's.
 */
function reader() {
  return { ...visitorHeader(), "Accept-Language": document.documentElement.lang }
}

/** The header with the visitor's id, where the server has issued one. */
export function visitorHeader(): Readonly<Record<string, string>> {
  const id = visitorId()
  return id === undefined ? {} : { "X-Visitor": id }
}

/** Whether an answer can be found again after a reload: not for a visitor without an id. */
export function canComeBack(): boolean {
  return !isVisitor() || visitorId() !== undefined
}

function isVisitor(): boolean {
  const { accessCode, config } = useAccess.getState()
  return accessCode === "" && !config.needCode
}

/** How long a call waits for a visitor's id, and how long after a failure no other id is requested. In ms. */
const visitorPatienceMs = 2_000
const visitorPauseMs = 60_000
let visitorMissedAt = -Infinity

/**
 * Waits a moment for a visitor's id where there is none yet, before a visitor's call. A server that issues none delays
 * only the first call.
 */
export async function knowVisitor(): Promise<void> {
  if (canComeBack() || Date.now() - visitorMissedAt < visitorPauseMs) return
  await Promise.race([refreshVisitor(), new Promise((resolve) => setTimeout(resolve, visitorPatienceMs))])
  if (!canComeBack()) visitorMissedAt = Date.now()
}

/**
 * Waits for the id by which the server knows this browser, before something that only a person known to it may do. `refused`:
 * the one that the server has just refused, which it may have signed under another key. False where nobody is known to it.
 */
export async function becomeKnown({ refused }: { readonly refused?: string | undefined } = {}): Promise<boolean> {
  if (useAccess.getState().accessCode !== "") return refused === undefined
  const isAnother = () => visitorId() !== undefined && visitorId() !== refused
  // Another tab may have one already.
  if (!isAnother()) await askForVisitor()
  return isAnother()
}

let visitorAskedAt = 0

/** Requests the visitor's allowance of the day, and an id where there is none. */
export async function refreshVisitor(): Promise<void> {
  if (!isVisitor()) return
  visitorAskedAt = Date.now()
  const free = await askForVisitor()
  if (free !== undefined && isVisitor()) useAccess.setState(({ config }) => ({ config: { ...config, free } }))
}

/** The visitor's allowance of the day; undefined for users who pay, and while it is unknown. */
export function selectFreeToday(state: AccessState): FreeToday | undefined {
  const isFree = state.accessCode === "" && selectOwnFirst(state) === undefined
  return isFree && state.config.free?.of ? state.config.free : undefined
}

/** Decides who pays for a call to a provider, given by name: an own key in use, else the gateway decides. */
export function ownCall(providerName: string): ReturnType<typeof ownCallTo> {
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

/** Takes over a code and own keys that were stored elsewhere, unless either exists here already. */
export function adoptAccess(saved: unknown): void {
  if (useAccess.getState().accessCode !== "" || useAccess.getState().own.useCustomConfig) return
  const { state, version } = fieldsOf(saved)
  const { accessCode } = fieldsOf(state)
  changeOwnAccess(readOwnAccess(state, typeof version === "number" ? version : undefined))
  if (typeof accessCode === "string" && accessCode.trim() !== "")
    void changeAccessCode(accessCode).then(() =>
      useAccess.setState(({ codeChangesElsewhere }) => ({ codeChangesElsewhere: codeChangesElsewhere + 1 })),
    )
}

/** Takes over the own keys and addresses of a file, switched off: whoever wrote the file may own the addresses. */
export function adoptOwnKeys(state: unknown): void {
  changeOwnAccess({ ...readOwnAccess(state), useCustomConfig: false })
}

/** The result of entering a code. `superseded`: another code was entered meanwhile. */
export type CodeResult = "none" | "valid" | "invalid" | "insufficient" | "frozen" | "unreachable" | "superseded"

let attempts = 0

/**
 * Enters a code: checks it and then its balance. An empty one makes the user a visitor. The code before it stays in use
 * until the new one is accepted, so a typing error loses no code with money on it (0055).
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

/** Requests the balance of the current code. */
export async function refreshBalance(): Promise<"ok" | "invalid" | "insufficient" | "frozen" | "unreachable"> {
  const { accessCode } = useAccess.getState()
  if (accessCode === "") return "ok"
  const reply = await getBalance(accessCode)
  // The code was changed meanwhile: this reply concerns another one.
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
      return reply.balance?.frozen === true ? "frozen" : "insufficient"
    case "unknown-code":
      refuseCode()
      return "invalid"
    case "busy":
      return "ok"
    case "unreachable":
      return "unreachable"
  }
}

/** Stores the balances after a settled answer, for the code that paid for it. */
export function applyBalance(balance: BalanceAfter, askedWith: string): void {
  // A visitor has no wallet, so the zeros in such a reply mean nothing; and another code's balance is not this one's.
  if (askedWith === "" || useAccess.getState().accessCode !== askedWith) return
  apply({ type: "balance-updated", balance })
  useAccess.setState({ balanceAt: Date.now() })
}

/**
 * Loads the server's configuration, the balance and what is left of a visitor's day, and refreshes them: at the start, when the page
 * becomes visible or has a connection again, across tabs.
 */
export function startAccess(): void {
  void refreshConfig().then(refreshVisitor)
  void fetchSearchStatus().then((searchEnabled) => useAccess.setState({ searchEnabled }))
  void refreshBalance()
  const refreshWhenOld = () => {
    if (document.visibilityState === "hidden") return
    const now = Date.now()
    if (now - useAccess.getState().balanceAt > balanceFreshMs) void refreshBalance()
    if (now - visitorAskedAt > balanceFreshMs) void refreshVisitor()
  }
  window.addEventListener("focus", refreshWhenOld)
  window.addEventListener("online", () => {
    void refreshBalance()
    void refreshVisitor()
  })
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

/** The server's current configuration; undefined when it cannot be reached. */
export async function freshConfig(): Promise<ServerConfig | undefined> {
  const config = await fetchConfig(authHeaders())
  if (config === undefined) return undefined
  useAccess.setState({ config })
  save()
  return config
}

/** Handles an invalid code; if no money was on it, the anonymous marker is removed, too. */
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

/** The operator's default as `model@provider`, if there is one. */
function configuredModel(config: ServerConfig): string | undefined {
  return config.defaultModel.split("@")[0] || undefined
}

function save(): void {
  const { balanceAt: _at, codeChangesElsewhere: _elsewhere, searchEnabled: _search, ...saved } = useAccess.getState()
  saveAccess(saved)
}
