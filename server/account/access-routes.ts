import * as v from "valibot"
import type { Failure } from "#core/gateway/failure.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { presentBalance } from "#core/ledger/balance-wire.ts"
import { emptyBalances, reservedOf } from "#core/ledger/balance.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Config } from "../config.ts"
import type { RunLimits } from "../gateway/admission/run-limits.ts"
import { failureOfBody, refuse } from "../http/context.ts"
import type { CallerLimits } from "../limits/caller-limits.ts"
import { readJson } from "../http/read-body.ts"
import type { Refusals } from "../http/refusals.ts"
import { jsonReply } from "../http/reply.ts"
import { type HttpContext, createRoutes } from "../http/routes.ts"
import { textsFor } from "../http/texts.ts"
import { text } from "../schemas.ts"
import type { Authorizer } from "../access/authorize.ts"
import type { Wallets } from "../access/wallets.ts"
import type { WrongCodes } from "../access/wrong-codes.ts"

const longestBody = 16 * 1024
/** Questions about codes from one address in a minute. Thirty people ask for their balance after each answer. */
export const codeQuestionsPerMinute = 600
const codeBody = v.object({ accessCode: text(0, 512) })

export interface AccessRoutesDeps {
  readonly config: Config
  readonly authorizer: Authorizer
  readonly wallets: Wallets
  readonly wrongCodes: WrongCodes
  readonly runLimits: RunLimits
  readonly refusals: Refusals
  readonly limits: CallerLimits
}

/** The routes that validate a code and tell its balance (docs/reference/api.md, "Runs and money"). */
export function createAccessRoutes(deps: AccessRoutesDeps) {
  const { config, authorizer, wallets, wrongCodes, runLimits, refusals, limits } = deps
  const routes = createRoutes()
  const rate = limits.addressRate("code-question", codeQuestionsPerMinute)

  routes.post("/api/validate-access", async (c) => {
    const code = await readCode(c)
    if (!code.ok) return refuse(c, code.error)
    const found = code.value === "" ? undefined : await authorizer.lookUp(code.value, c.address)
    const tooMany = found === undefined && code.value !== "" ? await wrongCodes.slow(c.address) : undefined
    if (tooMany) return refuse(c, tooMany)
    return jsonReply({ valid: found !== undefined })
  })

  routes.post("/api/getBalance", async (c) => {
    const code = await readCode(c)
    if (!code.ok) return refuse(c, code.error)
    const found = code.value === "" ? undefined : await authorizer.lookUp(code.value, c.address)
    if (found === undefined) {
      const tooMany = code.value === "" ? undefined : await wrongCodes.slow(c.address)
      return refuse(c, tooMany ?? { kind: "user-not-found" })
    }
    if (found === "operator") {
      return jsonReply(presentBalance("premium", emptyBalances, { unmetered: true }))
    }

    const texts = textsFor(c.incoming.headers["accept-language"]).errors
    const balances = await wallets.balances(found)
    const own = found.kind === "premium" ? balances.premium : balances.free
    const present = (insufficient: boolean) =>
      presentBalance(found.kind, balances, {
        insufficient,
        frozen: found.frozen,
        upgradeUrl: insufficient ? config.upgradeUrl : undefined,
      })
    const refused = (status: number, error: string, word: string, insufficient: boolean) =>
      jsonReply({ error, code: word, ...present(insufficient) }, { status })

    if (runLimits.reached(`code:${found.id}`, found.kind, "answer")) {
      return refused(400, texts.alreadyProcessingShort, "already_processing", false)
    }
    if (found.frozen) return refused(400, texts.insufficientBalanceShort, "balance_insufficient", true)
    // Money held for answers in progress counts as present: it may come back.
    if (own.available > 0 || reservedOf(own) > 0) return jsonReply(present(false))
    return found.kind === "premium"
      ? refused(402, failureText({ kind: "insufficient-balance" }, texts), "balance_insufficient", true)
      : refused(400, texts.insufficientBalanceShort, "balance_insufficient", true)
  })

  return routes.all

  /** The code in a body, trimmed and without the prefix a bearer carries. */
  async function readCode(c: HttpContext): Promise<Result<string, Failure>> {
    const { allowed, retryAfterMs } = await rate.check(c.address)
    if (!allowed) {
      refusals.count("rate")
      return err({ kind: "too-many-requests", retryAfterMs })
    }
    const body = await readJson(c, longestBody)
    if (!body.ok) return err(failureOfBody(body.error))
    const parsed = v.safeParse(codeBody, body.value)
    if (!parsed.success) return err({ kind: "refused", reason: "bad-code-field", param: "accessCode" })
    return ok(parsed.output.accessCode.trim().replace(/^nk-/, ""))
  }
}
