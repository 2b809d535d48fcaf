import { setPriority } from "node:os"
import { gatherCrowd, type KindReport } from "./crowd.ts"
import type { Target } from "./hostile-client.ts"
import { type HostileHosts, startHostileHosts } from "./hostile-hosts.ts"
import { kinds } from "./kinds.ts"

/** A command of the parent process: storm with this many clients, or end it. */
export type ToHostile = Storm | { readonly do: "end" }

export interface Storm {
  readonly do: "storm"
  readonly target: Pick<Target, "port" | "asset">
  readonly clients: number
  readonly seed: number
  /** Only kinds with this in their name. */
  readonly only: string
  readonly neighbours: string
}

/**
 * A report to the parent process: the addresses of the attackers' servers, and at the end the results of each kind and
 * how often the canary was reached.
 */
export type FromHostile =
  | { readonly told: "hosts"; readonly provider: string; readonly pictures: HostileHosts["pictures"] }
  | { readonly told: "end"; readonly kinds: readonly KindReport[]; readonly reached: number }

// The server has to have what it would have if the storm came from another machine.
setPriority(15)

const hosts = await startHostileHosts()
const over = new AbortController()
let report: () => readonly KindReport[] = () => []
process.once("disconnect", () => process.exit(0))
process.on("message", (message: ToHostile) => {
  if (message.do === "storm") begin(message)
  else end()
})
tell({ told: "hosts", provider: hosts.provider, pictures: hosts.pictures })

function begin({ target, only, ...more }: Storm): void {
  const { address, port } = hosts.pictures
  const whole = { ...target, pictures: `http://${address}:${port}`, canary: hosts.canary }
  const chosen = kinds.filter(({ name }) => name.includes(only))
  report = gatherCrowd({ ...more, kinds: chosen, target: whole, over: over.signal })
}

function end(): void {
  over.abort()
  hosts.close()
  tell({ told: "end", kinds: report(), reached: hosts.reached() })
}

function tell(message: FromHostile): void {
  process.send?.(message)
}
