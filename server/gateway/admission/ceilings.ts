import type { IncomingHttpHeaders } from "node:http"
import type { Failure } from "#core/gateway/failure.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import { parseReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"

/** Parses the caller's ceilings: `X-Max-Cost` for this message, `X-Max-Cost-Day` for today; reais as decimal texts. */
export function parseCeilings(headers: IncomingHttpHeaders): Result<Ceilings, Failure> {
  const message = ceilingOf(headers["x-max-cost"])
  const day = ceilingOf(headers["x-max-cost-day"])
  if (message === "wrong") return err(wrong("X-Max-Cost"))
  if (day === "wrong") return err(wrong("X-Max-Cost-Day"))
  return ok({ ...(message === undefined ? {} : { message }), ...(day === undefined ? {} : { day }) })
}

function ceilingOf(header: string | string[] | undefined): MicroReais | "wrong" | undefined {
  if (header === undefined) return undefined
  const amount = typeof header === "string" && !/^[+-]/.test(header) ? parseReais(header) : undefined
  return amount ?? "wrong"
}

function wrong(name: string): Failure {
  return { kind: "refused", reason: "bad-ceiling", param: name }
}
