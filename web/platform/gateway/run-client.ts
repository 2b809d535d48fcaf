import type { ChatEvent, FinishReason } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { usageToldIn, type Usage } from "#core/gateway/usage.ts"
import { decodeMeta } from "#core/ledger/balance-wire.ts"
import { atServer } from "./server-address.ts"

/** The calls about runs, the server's side of our answers. None throws. */

export type Headers = Readonly<Record<string, string>>

/** A run as the server reports it. */
export interface RunStatus {
  readonly id: string
  readonly model: string
  readonly state: "running" | "done" | "failed" | "stopped" | "interrupted"
  /** It answers a message of a page: titles, summaries and other programs' calls have no key, and are none of it. */
  readonly resumable: boolean
  /** It is under way, and somebody receives it. */
  readonly isWatched: boolean
  /** Epoch milliseconds. */
  readonly started: number
  /** How many frames of it there are to read. */
  readonly frames: number
  /** Which chat it belongs to, on the device that asked. */
  readonly session?: string
  /** The facts of an ended run. */
  readonly usage?: Usage
  readonly events: readonly ChatEvent[]
}

/** `ref`: a run's id, or the key its question was asked under. `gone`: there is no such run of this caller. */
export async function fetchRun(ref: string, headers: Headers): Promise<RunStatus | "gone" | undefined> {
  const reply = await call("GET", `/${encodeURIComponent(ref)}`, headers)
  if (reply?.status === 404 || reply?.status === 410) return "gone"
  return reply?.ok === true ? parseRun(await json(reply)) : undefined
}

/** The caller's runs that were not acknowledged; undefined when the server could not be asked. */
export async function listRuns(headers: Headers): Promise<readonly RunStatus[] | undefined> {
  const reply = await call("GET", "", headers)
  if (reply?.ok !== true) return undefined
  const { runs } = (await json(reply)) as { readonly runs?: unknown }
  return Array.isArray(runs) ? runs.map(parseRun).filter((run) => run !== undefined) : undefined
}

/** Asks the server to end a run; its stream then brings the ending frames. */
export async function stopRun(ref: string, headers: Headers): Promise<"stopped" | "gone" | "unreachable"> {
  const reply = await call("POST", `/${encodeURIComponent(ref)}/stop`, headers)
  if (reply?.status === 404 || reply?.status === 410) return "gone"
  return reply?.ok === true ? "stopped" : "unreachable"
}

/**
 * Tells the server that an answer is stored here: it erases what it kept. `isPart`: no more of it is than had come when its server was
 * taken for dead. Answers whether the server has kept it for that, because there is more to fetch by now.
 */
export async function acknowledgeRun(runId: string, headers: Headers, isPart = false): Promise<boolean> {
  const reply = await call("DELETE", `/${encodeURIComponent(runId)}${isPart ? "?read=interrupted" : ""}`, headers)
  return isPart && reply?.status === 409
}

/** Replies are short, and whoever waits may want to stop: a line on which nothing has come back by then, in ms, is given up. */
const patienceMs = 10_000

async function call(method: string, path: string, headers: Headers): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return await fetch(atServer(`/api/runs${path}`), { method, headers, keepalive: method === "DELETE", signal })
  } catch {
    return undefined
  }
}

async function json(reply: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = await reply.json()
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

const endedStates = ["done", "failed", "stopped", "interrupted"] as const

/** Reads a run; undefined for what is none. */
export function parseRun(value: unknown): RunStatus | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const run = value as Readonly<Record<string, unknown>>
  if (typeof run["id"] !== "string") return undefined
  const state = endedStates.find((name) => name === run["state"]) ?? "running"
  const usage = usageToldIn(run["usage"])
  const balance = decodeMeta(run["_meta"])
  return {
    id: run["id"],
    model: typeof run["model"] === "string" ? run["model"] : "",
    state,
    resumable: run["resumable"] !== false && run["keyless"] !== true && run["media"] !== true,
    isWatched: run["watched"] === true,
    started: typeof run["started"] === "number" ? run["started"] : 0,
    frames: typeof run["frames"] === "number" ? run["frames"] : 0,
    ...(typeof run["session"] === "string" ? { session: run["session"] } : {}),
    ...(usage === undefined ? {} : { usage }),
    events: [
      ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
      ...(balance === undefined ? [] : [{ type: "balance", balance } as const]),
    ],
  }
}

const cut: Failure = { kind: "upstream-cut" }
/** The ending of a run whose server died; its frames may repeat ids of the dead server's. */
const restarted: Failure = { kind: "server-restarted" }

/**
 * The ending of an answer as it is told after its run is known to have ended: `seen` are the ending events of the stream,
 * which may have been cut before them, and do not say that somebody stopped it.
 */
export function endingOf(seen: readonly ChatEvent[], run: RunStatus): readonly ChatEvent[] {
  const bookkeeping = seen.filter(({ type }) => type !== "finish" && type !== "failure")
  const said = seen.filter(({ type }) => type === "finish" || type === "failure")
  const finish = (reason: FinishReason): ChatEvent => ({ type: "finish", reason })
  const broken = (failure: Failure): ChatEvent => ({ type: "failure", failure })
  const ending =
    run.state === "stopped"
      ? [finish("aborted")]
      : said.length > 0
        ? said
        : [run.state === "done" ? finish("stop") : broken(run.state === "interrupted" ? restarted : cut)]
  return [...bookkeeping, ...run.events, ...ending]
}
