import type { Failure } from "#core/gateway/failure.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReaisPerReal } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { createAtOnce } from "../../access/at-once.ts"
import type { CodeCaller } from "../../access/authorize.ts"
import { dayInBrazil, startOfDayInBrazil } from "../../access/day-in-brazil.ts"
import { refuse } from "../../http/context.ts"
import { createRateLimit } from "../../http/rate-limit.ts"
import { jsonReply, jsonTextReply, type Reply } from "../../http/reply.ts"
import { type HttpContext, createRoutes } from "../../http/routes.ts"
import { readSpent } from "../../ledger/spent.ts"
import type { Database } from "../../store/database.ts"
import type { AdmissionDeps } from "../admission/admit.ts"
import { ownAddress, type OwnAddressDeps, ownCall, spendQuota } from "../providers/own-address.ts"
import { refusalOfProvider } from "../upstream/provider-failure.ts"
import type { Provider } from "../upstream/provider.ts"
import { readText } from "../upstream/sse-events.ts"
import { failureOfUpstream } from "../upstream/upstream.ts"

export type BillingRoutesDeps = AdmissionDeps & OwnAddressDeps & { readonly database: Database }

const longestReply = 64 * 1024
const patienceMs = 15_000
/** Looks at a bill, of one person. */
const looksPerMinute = 60
const looksAtOnce = { perOwner: 4, perSubscriber: 12, perNetwork: 24, inAll: 100 } as const
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * OpenAI's undocumented billing paths, as relays answer them. An own key asks its provider; a code asks our books, in
 * dollars at the server's rate: what it has spent this month, and that with what is left.
 */
export function createBillingRoutes(deps: BillingRoutesDeps) {
  const routes = createRoutes()
  const looks = createRateLimit(looksPerMinute, deps.now)
  const underWay = createAtOnce(looksAtOnce)
  for (const what of ["usage", "subscription"] as const) {
    routes.get(`/api/openai/dashboard/billing/${what}`, async (c) => {
      const reply = await answer(c, what)
      return reply.ok ? reply.value : refuse(c, reply.error, "openai")
    })
  }
  return routes.all

  async function answer(c: HttpContext, what: "usage" | "subscription"): Promise<Result<Reply, Failure>> {
    if (deps.config.hideBalanceQuery) return err({ kind: "refused", reason: "no-such-route" })
    const caller = await deps.authorizer.authorize(c.incoming, c.url)
    if (!caller.ok) return caller
    const person = await deps.authorizer.person(c.incoming, caller.value)
    if (!person.ok) return person
    const { owner, address } = person.value
    const verdicts = [deps.addressRate.check(address), looks.check(owner)]
    const slow = verdicts.find(({ allowed }) => !allowed)
    if (slow) return err({ kind: "too-many-requests", retryAfterMs: slow.retryAfterMs })
    if (caller.value.kind === "own-key") {
      const own = await ownCall(deps.authorizer, c.incoming, caller.value)
      if (!own.ok) return own
      const elsewhere = await ownAddress(deps, own.value)
      if (!elsewhere.ok) return elsewhere
      const spent = elsewhere.value === undefined ? await spendQuota(deps, person.value) : undefined
      if (spent) return err(spent)
      const provider = deps.providers.withKey("openai", caller.value.key, elsewhere.value?.at("openai"))
      const leave = underWay.take(person.value)
      if (leave === undefined) return err({ kind: "too-many-requests", retryAfterMs: 1_000 })
      return askProvider(provider, what, c.url).finally(leave)
    }
    // Who has no account has no bill, and the operator's own is nobody else's business.
    if (caller.value.kind !== "code") return err({ kind: "unauthorized" })
    return ok(jsonReply(await ourBill(caller.value, what)))
  }

  async function ourBill({ code, tier }: CodeCaller, what: "usage" | "subscription"): Promise<object> {
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
    provider: Provider | undefined,
    what: string,
    { searchParams: query }: URL,
  ): Promise<Result<Reply, Failure>> {
    const key = provider?.keys.take("", new Set())?.key
    if (!provider) return err({ kind: "refused", reason: "no-such-route" })
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
