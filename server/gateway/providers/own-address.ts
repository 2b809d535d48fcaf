import type { IncomingMessage } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { Authorizer, Caller } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { WrongCodes } from "../../access/wrong-codes.ts"
import { agentFor, checkEgress, type EgressRules, type EgressTarget } from "../../http/egress-guard.ts"
import type { Database } from "../../store/database.ts"
import type { Elsewhere } from "../upstream/provider.ts"
import { exchange } from "../upstream/upstream-exchange.ts"
import { baseAddress } from "./base-address.ts"

export interface OwnAddressDeps {
  readonly authorizer: Authorizer
  readonly wrongCodes: WrongCodes
  readonly quota: FreeQuota
  readonly database: Database
  readonly newId: () => string
  /** For tests: what may be called. */
  readonly egress?: EgressRules
}

/** Where a provider is to be asked instead, in the spelling of its paths. */
export type ElsewhereFor = (provider: ProviderId) => Elsewhere

/** The longest wait for anything of a stranger's server, in ms. */
const patienceMs = 60_000
const refused: Failure = { kind: "refused", reason: "bad-base-url", param: "X-Base-URL" }

/**
 * The address a caller wants its own key to go to (`X-Base-URL`, `CONTRACT.md` §4). Only our own page may ask so, for
 * somebody who has an access code or a visitor's quota besides: nobody gets a way through our network for free.
 */
export async function ownAddress(
  deps: OwnAddressDeps,
  incoming: IncomingMessage,
  caller: Caller,
  countsAsMessage = true,
): Promise<Result<ElsewhereFor | undefined, Failure>> {
  const written = incoming.headers["x-base-url"]
  if (written === undefined || written === "") return ok(undefined)
  const fromPage = incoming.headers["sec-fetch-site"] === "same-origin"
  if (typeof written !== "string" || caller.kind !== "own-key" || !fromPage) return err(refused)
  const trouble = await besides(deps, incoming, caller, countsAsMessage)
  if (trouble) return err(trouble)
  const target = await checkEgress(written, deps.egress)
  if (!target.ok || target.value.url.search !== "" || target.value.url.hash !== "") return err(refused)
  return ok((provider) => elsewhereAt(provider, target.value))
}

/** What else is asked of who names an address: a code that is known, or a visitor's day. */
async function besides(
  { authorizer, wrongCodes, quota, database, newId }: OwnAddressDeps,
  incoming: IncomingMessage,
  { address }: Caller,
  countsAsMessage: boolean,
): Promise<Failure | undefined> {
  const code = incoming.headers["x-access-code"]
  if (typeof code === "string" && code !== "") {
    const found = code.length <= 512 ? await authorizer.lookUp(code.replace(/^nk-/, "")) : undefined
    if (found === undefined) return (await wrongCodes.slow(address)) ?? { kind: "unauthorized" }
    return found !== "operator" && found.frozen ? refused : undefined
  }
  const { visitorId } = authorizer.visitorOf(incoming) ?? {}
  if (visitorId === undefined) return refused
  const runId = `address:${newId()}`
  const amount = microReais(1)
  const admitted = await quota.reserve({ runId, visitorId, address, amount, countsAsMessage })
  if (!admitted) return { kind: "free-limit-reached", availableModels: [] }
  await database.transaction((sql) => quota.settle(sql, { runId, cost: amount }))
  return undefined
}

function elsewhereAt(provider: ProviderId, target: EgressTarget): Elsewhere {
  const base = new URL(baseAddress(provider, target.url.href))
  return {
    host: base.host,
    async upstream({ path, headers, body, method = "POST" }, { signal, patienceMs: silenceMs = patienceMs }) {
      const agent = agentFor(target)
      const most = Math.min(silenceMs, patienceMs)
      try {
        return await exchange(
          agent,
          {
            origin: base.origin,
            path: base.pathname.replace(/\/+$/, "") + path,
            method,
            headers: { ...headers, "accept-encoding": "identity" },
            body: method === "GET" ? null : body,
            headersTimeout: most,
            bodyTimeout: most,
          },
          signal,
        )
      } finally {
        // Ends when the answer has.
        void agent.close().catch(() => {})
      }
    },
  }
}
