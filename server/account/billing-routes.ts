import type { Failure } from "#core/gateway/failure.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReaisPerReal } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { createAtOnce } from "../limits/at-once.ts"
import type { CodeCaller, OwnKeyCaller, Person } from "../access/authorize.ts"
import { callerAndPerson } from "../access/with-caller.ts"
import { dayInBrazil, startOfDayInBrazil } from "../time/day-in-brazil.ts"
import { refuse } from "../http/context.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { jsonReply, jsonTextReply, type Reply } from "../http/reply.ts"
import { type HttpContext, createRoutes } from "../http/routes.ts"
import { readSpent } from "../ledger/spent.ts"
import type { Rates } from "../gateway/admission/rates.ts"
import type { Config } from "../config.ts"
import type { Ledger } from "../ledger/ledger-store.ts"
import { ownAddress, type OwnAddressDeps, ownCall, spendQuota } from "../gateway/providers/own-address.ts"
import { refusalOfProvider } from "../gateway/providers/provider-failure.ts"
import type { Provider, Providers } from "../gateway/providers/provider.ts"
import { readText } from "../outbound/bounded-reads.ts"
import { failureOfUpstream } from "../outbound/upstream.ts"

export interface BillingRoutesDeps extends OwnAddressDeps, Pick<Rates, "addressRate"> {
  readonly config: Pick<Config, "hideBalanceQuery" | "fxBrlPerUsd" | "publicUrl">
  readonly providers: Providers
  readonly limits: CallerLimits
  readonly ledger: Pick<Ledger, "balances">
  /** Epoch ms. */
  readonly now: () => number
}

const longestReply = 64 * 1024
const patienceMs = 15_000
/** How often one person may read a bill, and how many readings may be under way at once. */
export const looksPerMinute = 60
export const looksAtOnce = { perOwner: 4, perSubscriber: 12, perNetwork: 24, inAll: 100 } as const
const bills = ["usage", "subscription"] as const
type Bill = (typeof bills)[number]
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * OpenAI's undocumented billing paths, as relays answer them. An own key asks its provider; a code asks our books, in
 * dollars at the server's rate: what it has spent this month, and that with what is left.
 */
export function createBillingRoutes(deps: BillingRoutesDeps) {
  const routes = createRoutes()
  const looks = deps.limits.rate("bill", looksPerMinute)
  const underWay = createAtOnce(looksAtOnce)
  for (const what of bills) {
    routes.get(`/api/openai/dashboard/billing/${what}`, async (c) => {
      const reply = await answer(c, what)
      return reply.ok ? reply.value : refuse(c, reply.error, "openai")
    })
  }
  return routes.all

  async function answer(c: HttpContext, what: Bill): Promise<Result<Reply, Failure>> {
    if (deps.config.hideBalanceQuery) return err({ kind: "refused", reason: "no-such-route" })
    const who = await callerAndPerson(deps.authorizer, c)
    if (!who.ok) return who
    const { caller, person } = who.value
    const { owner, address } = person
    const verdicts = await Promise.all([deps.addressRate.check(address), looks.check(owner)])
    const slow = verdicts.find(({ allowed }) => !allowed)
    if (slow) return err({ kind: "too-many-requests", retryAfterMs: slow.retryAfterMs })
    if (caller.kind === "own-key") return billElsewhere(c, caller, person, what)
    // A visitor has no account and so no bill, and the operator's bill is shown to nobody else.
    if (caller.kind !== "code") return err({ kind: "unauthorized" })
    return ok(jsonReply(await ourBill(caller, what)))
  }

  /** The bill of an own key, at its provider or an address of its own; for a visitor that is a message of their day. */
  async function billElsewhere(
    c: HttpContext,
    caller: OwnKeyCaller,
    person: Person,
    what: Bill,
  ): Promise<Result<Reply, Failure>> {
    const own = await ownCall(deps.authorizer, c, caller)
    if (!own.ok) return own
    const leave = underWay.take(person)
    if (leave === undefined) return err({ kind: "too-many-requests", retryAfterMs: 1_000 })
    try {
      const elsewhere = await ownAddress(deps, c, own.value)
      if (!elsewhere.ok) return elsewhere
      const provider = deps.providers.withKey("openai", caller.key, elsewhere.value?.at("openai"))
      if (provider === undefined) return err({ kind: "refused", reason: "no-such-route" })
      const spent = await spendQuota(deps, person)
      if (spent) return err(spent)
      const bill = await askProvider(provider, what, c.url)
      if (bill.ok) deps.authorizer.accepted(caller)
      return bill
    } finally {
      leave()
    }
  }

  async function ourBill({ code, tier }: CodeCaller, what: Bill): Promise<object> {
    const month = startOfDayInBrazil(`${dayInBrazil(deps.now()).slice(0, 7)}-01`) ?? deps.now()
    const spent = await readSpent(deps.database.read, accounts.wallet(code.id, tier), month)
    if (what === "usage") return { object: "list", total_usage: Math.round(dollars(spent) * 100) }
    const { available } = (await deps.ledger.balances(code.id))[tier]
    const limit = Math.round(dollars(spent + available) * 100) / 100
    return { object: "billing_subscription", hard_limit_usd: limit, soft_limit_usd: limit }
  }

  function dollars(microReais: number): number {
    return microReais / microReaisPerReal / Number(deps.config.fxBrlPerUsd)
  }

  async function askProvider(
    provider: Provider,
    what: Bill,
    { searchParams: query }: URL,
  ): Promise<Result<Reply, Failure>> {
    const key = provider.keys.take("", new Set())?.key
    const dates = ["start_date", "end_date"].flatMap((name) => {
      const date = query.get(name)
      return date !== null && day.test(date) ? [[name, date] as const] : []
    })
    const search = dates.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(dates)).toString()}`
    try {
      const request = { path: `/dashboard/billing/${what}${search}`, headers: { accept: "application/json" }, body: "" }
      const signed = await provider.sign(request, key)
      const signal = AbortSignal.timeout(patienceMs)
      const reply = await provider.upstream({ ...signed, method: "GET" }, { signal, patienceMs })
      const said = await readText(reply.body, longestReply)
      if (reply.status !== 200) return err(refusalOfProvider(openAiAdapter.decodeFailure(reply.status, said), provider))
      return ok(jsonTextReply(said))
    } catch (error) {
      return err(failureOfUpstream(error))
    }
  }
}
