import type { Failure } from "#core/gateway/failure.ts"
import { err, type Result } from "#core/lib/result.ts"
import { gatewayThread } from "../../../platform/gateway/gateway-thread.ts"
import type * as page from "./page-gateway.ts"
import type { TurnGateway } from "./turn.ts"

/** Fetches the code that asks the server, and starts its thread beside it. */
export function loadGateway(): Promise<typeof page> {
  gatewayThread()
  return import("./page-gateway.ts")
}

/**
 * The server, by code that is no part of the first load: it is fetched with the first letter that is written. Where it cannot
 * be, the server cannot be reached either; the next call fetches it again.
 */
export function lazyGateway(load: () => Promise<TurnGateway>): TurnGateway {
  const gateway = () => load().catch(() => undefined)
  const unreached: Result<never, Failure> = err({ kind: "network", unreached: true })
  return {
    prepare: async (turn) => (await gateway())?.prepare(turn) ?? unreached,
    ask: async (turn, request, watch) => (await gateway())?.ask(turn, request, watch) ?? unreached,
    rejoin: async (turn, watch) => (await gateway())?.rejoin(turn, watch) ?? unreached,
    stop: async (turn, run) => (await gateway())?.stop(turn, run) ?? "unreachable",
    acknowledge: async (turn, runId, isPart) => (await gateway())?.acknowledge(turn, runId, isPart) ?? false,
  }
}
