import { createAuxiliaryQuota, type AuxiliaryQuota } from "../access/auxiliary-quota.ts"
import { type Authorizer, createAuthorizer } from "../access/authorize.ts"
import { createDayCounters, type DayCounters } from "../access/day-counters.ts"
import { createFreeQuota, type FreeQuota } from "../access/free-quota.ts"
import { createVisitorIds, type VisitorIds } from "../access/visitor-id.ts"
import { createWallets, type Wallets } from "../access/wallets.ts"
import { createRefusedKeys } from "../access/refused-keys.ts"
import { createWrongCodes, type WrongCodes } from "../access/wrong-codes.ts"
import { createWrongCredentials, type WrongCredentials } from "../access/wrong-credentials.ts"
import { createOperatorGuard, type OperatorGuard } from "../admin/guard.ts"
import type { Config } from "../config.ts"
import type { Log } from "../http/log.ts"
import type { Metrics } from "../http/metrics.ts"
import type { Wait } from "../time/wait.ts"
import type { Data } from "./open-data.ts"

/** The parts that identify callers, slow down guesses, and count the allowances of a day. */
export interface Access {
  readonly authorizer: Authorizer
  readonly visitorIds: VisitorIds
  readonly wrongCodes: WrongCodes
  readonly wrongCredentials: WrongCredentials
  /** Guards the metrics and the operator's commands. */
  readonly operator: OperatorGuard
  readonly counters: DayCounters
  readonly quota: FreeQuota
  readonly auxiliaryQuota: AuxiliaryQuota
  readonly wallets: Wallets
}

export interface AccessOptions {
  /** Epoch ms. */
  readonly now: () => number
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number
  readonly wait: Wait
  /** In [0, 1). */
  readonly random: () => number
  readonly log: Log
  readonly metrics: Metrics
}

export function buildAccess(
  config: Config,
  { database, membership, ledger, codes, pepper, adminToken }: Data,
  { now, steady, wait, random, log, metrics }: AccessOptions,
): Access {
  const wrongCredentials = createWrongCredentials(log, metrics)
  const wrongCodes = createWrongCodes(steady, wait, wrongCredentials.of("code"))
  const visitorIds = createVisitorIds({ pepper, now })
  const counters = createDayCounters(database, now, membership, random)
  const quota = createFreeQuota(database, counters, {
    dailyMessages: config.limits.freeDailyMessages,
    dailyBudget: config.limits.freeDailyBudget,
    pepper,
  })
  return {
    authorizer: createAuthorizer(config, {
      codes,
      wrongCodes,
      visitorIds,
      pepper,
      refusedKeys: createRefusedKeys(steady),
    }),
    visitorIds,
    wrongCodes,
    wrongCredentials,
    operator: createOperatorGuard({
      adminToken: adminToken.token,
      metricsToken: config.metricsToken,
      trustedProxies: config.trustedProxies,
      wrongTokens: createWrongCodes(steady, wait, wrongCredentials.of("admin")),
    }),
    counters,
    quota,
    auxiliaryQuota: createAuxiliaryQuota({ database, counters, quota, pepper, now }),
    wallets: createWallets(ledger, { dailyGrant: config.limits.freeDailyGrant, now }),
  }
}
