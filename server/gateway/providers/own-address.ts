import type { Failure } from "#core/gateway/failure.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { baseAddress } from "#core/providers/base-address.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { Authorizer, Caller, Person } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Config } from "../../config.ts"
import type { HttpContext } from "../../http/routes.ts"
import { checkEgress, type EgressRules, type EgressTarget } from "../../outbound/egress-guard.ts"
import { guardedUpstream } from "../../outbound/guarded-exchange.ts"
import { isNamedHere } from "../../outbound/own-place.ts"
import type { Database } from "../../store/sql.ts"
import type { Elsewhere } from "./provider.ts"

export interface OwnAddressDeps {
  readonly authorizer: Authorizer
  readonly quota: FreeQuota
  readonly database: Database
  readonly newId: () => string
  readonly config: Pick<Config, "publicUrl">
  /** For tests: what may be called. */
  readonly egress?: EgressRules
}

/** Where a provider is to be asked instead, in the spelling of its paths. */
export type ElsewhereFor = (provider: ProviderId) => Elsewhere

/** The longest wait for anything of a stranger's server, in ms. */
const patienceMs = 60_000
const refused: Failure = { kind: "refused", reason: "bad-base-url", param: "X-Base-URL" }

/** Where a call with an own key goes, and in whose name. */
export interface OwnAddress {
  readonly person: Person
  readonly at: ElsewhereFor
}

/** Whose a call is, and where it is to go instead, as its headers say. */
export interface OwnCall {
  /** With an address of its own, the person behind the key; else the caller. */
  readonly owner: string
  readonly instead?: { readonly written: string; readonly person: Person }
}

/**
 * Reads the headers for an address of the caller's own (`X-Base-URL`, docs/reference/api.md). Only our own page may
 * send one.
 */
export async function ownCall(
  authorizer: Authorizer,
  { incoming, isFromOurPage }: Pick<HttpContext, "incoming" | "isFromOurPage">,
  caller: Caller,
): Promise<Result<OwnCall, Failure>> {
  const written = incoming.headers["x-base-url"]
  if (written === undefined || written === "") return ok({ owner: caller.owner })
  if (typeof written !== "string" || caller.kind !== "own-key" || !isFromOurPage) return err(refused)
  const person = await authorizer.person(incoming, caller)
  if (!person.ok) return person
  // Behind one address stand many, and a way through our network is lent to one of them.
  if (person.value.kind === "visitor" && person.value.visitorId === undefined) return err(refused)
  return ok({ owner: person.value.owner, instead: { written, person: person.value } })
}

/**
 * The address a call names, where it may be called, which is never this server by its name: a call to itself would take two places for one.
 * Whoever asks there for a visitor counts it (`spendQuota`, `billRelay`).
 */
export async function ownAddress(
  { egress, config }: Pick<OwnAddressDeps, "egress" | "config">,
  { incoming }: Pick<HttpContext, "incoming">,
  { instead }: OwnCall,
): Promise<Result<OwnAddress | undefined, Failure>> {
  if (instead === undefined) return ok(undefined)
  const target = await checkEgress(instead.written, egress)
  if (!target.ok || target.value.url.search !== "" || target.value.url.hash !== "") return err(refused)
  if (isNamedHere(target.value, { publicUrl: config.publicUrl, incoming })) return err(refused)
  return ok({ person: instead.person, at: (provider) => elsewhereAt(provider, target.value) })
}

/** Counts what is relayed for a visitor, and is no run, as a message of their day; a code is counted elsewhere. */
export async function spendQuota(
  { quota, database, newId }: Pick<OwnAddressDeps, "quota" | "database" | "newId">,
  person: Person,
): Promise<Failure | undefined> {
  if (person.kind !== "visitor") return undefined
  const runId = `address:${newId()}`
  const amount = microReais(1)
  const { visitorId, address } = person
  const admitted = await quota.reserve({ runId, visitorId, address, amount, countsAsMessage: true })
  if (!admitted) return { kind: "free-limit-reached", availableModels: [] }
  await database.transaction((sql) => quota.settle(sql, { runId, cost: amount }))
  return undefined
}

function elsewhereAt(provider: ProviderId, target: EgressTarget): Elsewhere {
  const base = new URL(baseAddress(provider, target.url.href))
  return { host: base.host, upstream: guardedUpstream(target, base, patienceMs) }
}
