import { seeded } from "../fake-provider/timing.ts"
import { createHostileClient, type HostileClient, type Kind, type Target } from "./hostile-client.ts"

/** How a kind of hostile clients fared. */
export interface KindReport {
  readonly name: string
  readonly clients: number
  readonly attempts: number
  /** How often each status was answered; 0 is a connection that was closed without one. */
  readonly statuses: Readonly<Record<number, number>>
  /** Forbidden behaviour of the server: the first of each kind. */
  readonly wrongs: readonly string[]
}

export interface CrowdOptions {
  readonly kinds: readonly Kind[]
  readonly clients: number
  readonly target: Target
  readonly seed: number
  /** An address that honest people have, too. */
  readonly neighbours: string
  readonly over: AbortSignal
}

/** The most sorts of wrongs of a kind that are told. */
const mostWrongs = 5
/** Clients begin within so many ms, not all at one moment. */
const gatheringMs = 1_000

/** Lets so many clients loose, of each kind as many; the answer tells how they have fared so far. */
export function gatherCrowd(options: CrowdOptions): () => readonly KindReport[] {
  const { kinds, clients } = options
  const crowds = kinds.map((kind, nth) => {
    const count = Math.floor(clients / kinds.length) + (nth < clients % kinds.length ? 1 : 0)
    return startKind(kind, count, nth, options)
  })
  return () => crowds.map((report) => report())
}

function startKind(kind: Kind, clients: number, nth: number, options: CrowdOptions): () => KindReport {
  const { target, seed, neighbours, over } = options
  const statuses: Record<number, number> = {}
  const wrongs = new Set<string>()
  let attempts = 0
  const onWrong = (what: string) => void (wrongs.size < mostWrongs && wrongs.add(what))

  async function live(client: HostileClient): Promise<void> {
    await client.rest(client.random() * gatheringMs)
    while (!client.isOver()) {
      attempts += 1
      await kind.once(client)
      await client.rest(kind.restMs * (0.5 + client.random()))
    }
  }

  for (let at = 0; at < clients; at++) {
    const number = nth + at * options.kinds.length
    const client = createHostileClient({
      target,
      // The first of its kind lives among honest people, where its being there harms nobody by itself.
      address: kind.isNeighbour === true && at === 0 ? neighbours : `127.0.1.${1 + (number % 250)}`,
      random: seeded(seed * 10_007 + number),
      over,
      onAnswer: (status) => void (statuses[status] = (statuses[status] ?? 0) + 1),
      onWrong,
    })
    for (let lane = 0; lane < (kind.lanes ?? 1); lane++) {
      void live(client).catch((error: unknown) => onWrong(`the harness itself: ${String(error)}`))
    }
  }
  return () => ({ name: kind.name, clients, attempts, statuses, wrongs: [...wrongs] })
}
