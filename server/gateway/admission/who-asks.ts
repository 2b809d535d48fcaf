import type { IncomingMessage } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type Authorizer, type Caller, isKnown } from "../../access/authorize.ts"
import { callerAndPerson, type CallerAndPerson } from "../../access/with-caller.ts"
import { rateHeaders } from "../../limits/rate-limit.ts"
import type { Refusals } from "../../http/refusals.ts"
import { type ErrorShape, refuse } from "../../http/context.ts"
import type { Handled, Handler, HttpContext } from "../../http/routes.ts"
import { type OwnCall, ownCall } from "../providers/own-address.ts"
import type { RunDirectory } from "../runs/run-directory.ts"
import type { RunStore } from "../runs/run-store.ts"
import { parseRequestMeta } from "./auxiliary-calls.ts"
import { parseCeilings } from "./ceilings.ts"
import { checkFollowing, checkRates, hasCode, type Rates } from "./rates.ts"

export interface WhoLooksDeps extends Rates {
  readonly authorizer: Authorizer
  readonly refusals: Refusals
}

export interface WhoAsksDeps extends WhoLooksDeps {
  readonly directory: Pick<RunDirectory, "findByKey">
  readonly store: Pick<RunStore, "knows">
}

/** The caller and its options, as the headers of a call name them. */
export interface Asking {
  readonly caller: Caller
  /** In whose name, and whether at an address of their own. */
  readonly own: OwnCall
  /**
   * The `Idempotency-Key`; undefined also for nobody in particular, to whom no answer can be given again: such a run belongs to
   * its connection.
   */
  readonly key: string | undefined
  readonly ceilings: Ceilings
  /** Which chat of its reader's it belongs to, as the client names it. */
  readonly session?: string | undefined
}

const keyShape = /^[\x21-\x7e]{1,255}$/

/** Who calls, and whether they call too often: decided and counted before a byte of the body is read. */
export async function whoAsks(deps: WhoAsksDeps, c: HttpContext): Promise<Result<Asking, Failure>> {
  const { headers } = c.incoming
  const who = await callerOf(deps, c)
  if (!who.ok) {
    deps.refusals.count("credential")
    return who
  }
  const { caller, own } = who.value
  const sent = keyOf(c.incoming)
  if (!sent.ok) return sent
  const ceilings = parseCeilings(headers)
  if (!ceilings.ok) return ceilings
  const key = isKnown(caller) ? sent.value : undefined
  const tooMany = await tooOften(deps, c, { caller, owner: own.owner, key })
  if (tooMany) {
    deps.refusals.count("rate")
    return err(tooMany)
  }
  return ok({ caller, own, key, ceilings: ceilings.value, ...parseRequestMeta(headers["x-request-meta"]) })
}

async function callerOf(
  { authorizer }: WhoAsksDeps,
  c: HttpContext,
): Promise<Result<Pick<Asking, "caller" | "own">, Failure>> {
  const caller = await authorizer.authorize(c)
  if (!caller.ok) return caller
  const own = await ownCall(authorizer, c, caller.value)
  return own.ok ? ok({ caller: caller.value, own: own.value }) : own
}

/** Who wants to know what is no answer of a model: in somebody's name, and counted as a call is. */
export async function whoLooks(deps: WhoLooksDeps, c: HttpContext): Promise<Result<CallerAndPerson, Failure>> {
  const who = await callerAndPerson(deps.authorizer, c)
  if (!who.ok) {
    deps.refusals.count("credential")
    return who
  }
  const { failure } = await checkRates(deps, who.value.caller)
  if (failure === undefined) return who
  deps.refusals.count("rate")
  return err(failure)
}

/** A handler for whoever may look, and does not look too often; everybody else is refused in the words of an API. */
export function withLooker(
  deps: WhoLooksDeps,
  shape: ErrorShape,
  handle: (c: HttpContext, who: CallerAndPerson) => Handled | Promise<Handled>,
): Handler {
  return async (c) => {
    const who = await whoLooks(deps, c)
    return who.ok ? handle(c, who.value) : refuse(c, who.error, shape)
  }
}

function keyOf({ headers }: IncomingMessage): Result<string | undefined, Failure> {
  const key = headers["idempotency-key"]
  if (key === undefined) return ok(undefined)
  if (typeof key === "string" && keyShape.test(key)) return ok(key)
  return err({ kind: "refused", reason: "bad-idempotency-key" })
}

/** Counts a call. One that comes back for an answer it has asked for already counts as one who follows it. */
async function tooOften(
  deps: WhoAsksDeps,
  c: HttpContext,
  { caller, owner, key }: { readonly caller: Caller; readonly owner: string; readonly key: string | undefined },
): Promise<Failure | undefined> {
  const isHere = key !== undefined && (await deps.directory.findByKey(owner, key)) !== undefined
  if (isHere) return checkFollowing(deps, caller)
  const { verdicts, failure } = await checkRates(deps, caller)
  for (const [name, value] of rateHeaders(verdicts)) c.outgoing.setHeader(name, value)
  const isKept = failure !== undefined && key !== undefined && hasCode(caller) && (await deps.store.knows(owner, key))
  return isKept ? checkFollowing(deps, caller) : failure
}
