import type { Failure } from "#core/gateway/failure.ts"
import { ok, type Result } from "#core/lib/result.ts"
import { refuse } from "../http/context.ts"
import type { Handled, Handler, HttpContext } from "../http/routes.ts"
import type { Authorizer, Caller, Person } from "./authorize.ts"

/** A handler for whoever has a right to call: everybody else is refused. */
export function withCaller(
  authorizer: Pick<Authorizer, "authorize">,
  handle: (c: HttpContext, caller: Caller) => Handled | Promise<Handled>,
): Handler {
  return async (c) => {
    const caller = await authorizer.authorize(c)
    return caller.ok ? handle(c, caller.value) : refuse(c, caller.error)
  }
}

/** A caller, and who stands behind them: for a caller with an own key, the code beside it or the visitor. */
export interface CallerAndPerson {
  readonly caller: Caller
  readonly person: Person
}

/** The caller of a request and the person behind it; a failure where the request is not allowed. */
export async function callerAndPerson(
  authorizer: Pick<Authorizer, "authorize" | "person">,
  c: Pick<HttpContext, "incoming" | "outgoing" | "url">,
): Promise<Result<CallerAndPerson, Failure>> {
  const caller = await authorizer.authorize(c)
  if (!caller.ok) return caller
  const person = await authorizer.person(c.incoming, caller.value)
  return person.ok ? ok({ caller: caller.value, person: person.value }) : person
}
