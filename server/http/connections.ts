import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { addressSteps } from "../limits/address-steps.ts"
import { createAtOnce } from "../limits/at-once.ts"
import type { Refusals } from "./refusals.ts"

/** Connections at once: of everybody, of one subscriber (an IPv4 address or a /64), and of one /48. */
export interface ConnectionShares {
  readonly all: number
  readonly subscriber: number
  readonly network: number
}

export const connectionShares: ConnectionShares = { all: 10_000, subscriber: 1_500, network: 4_000 }

/** Requests that may wait on a connection for the answer to the one before, and how many bytes of them; more end it. */
export const mostWaiting = 16
export const mostWaitingBytes = 32 * 1024
/**
 * The same on all connections together. A request that waits takes 10 to 40 KiB here, however few bytes it is, and nobody who
 * comes with a browser or an SDK has any.
 */
export const waitingShare = { perSubscriber: 256, perNetwork: 512, inAll: 2_048 } as const
/**
 * A reader that takes no byte of a reply for this long is disconnected; a stream is mostly silent and has rules of its
 * own. In ms.
 */
export const longestStandstillMs = 30_000
export const longestStreamStandstillMs = 120_000

export interface ConnectionsOptions {
  readonly now: () => number
  readonly refusals: Refusals
  /** True for the address of a proxy, which brings everybody's requests. */
  readonly isProxy: (address: string) => boolean
  readonly shares?: ConnectionShares
}

export interface Connections {
  count(): number
  /** Lets a request be answered when the answer to the one before it has been taken. */
  inTurn(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void
  /** True while an answer is on its way there: nothing else may be said between its parts. */
  isAnswering(socket: Socket): boolean
  /** Resolves once no answer is on its way any more. */
  allTaken(): Promise<void>
  /** Ends a connection at once whose traffic is made to be costly. */
  cutOff(socket: Socket, why: "pipelining" | "crumbs"): void
  /** Ends the connections of those who do not take what they have asked for. To be called every second. */
  look(): void
}

interface Connection {
  readonly socket: Socket
  readonly steps: readonly string[]
  readonly groups: readonly Set<Connection>[]
  /** The response in progress, and the requests that wait for it. */
  current: ServerResponse | undefined
  readonly waiting: Waiting[]
  /** Bytes that were taken, and since when no more. */
  taken: number
  takenAt: number
}

/** A request that waits, and how many bytes had come on its connection by then. */
interface Waiting {
  readonly begin: () => void
  readonly comeBy: number
  /** Gives its place among all that wait back. */
  readonly leave: () => void
}

/** Counts a server's connections, keeps each to one answer at a time, and sees to it that nobody has all of them. */
export function createConnections(server: Server, options: ConnectionsOptions): Connections {
  const { now, refusals, isProxy, shares = connectionShares } = options
  const all = new Set<Connection>()
  const bySocket = new WeakMap<Socket, Connection>()
  const byStep = new Map<string, Set<Connection>>()
  const waitingRequests = createAtOnce(waitingShare)
  const waitingForAll: (() => void)[] = []
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? ""
    const steps = isProxy(address) ? [] : addressSteps(address)
    if (!hasPlace(steps)) {
      refusals.count("connections")
      return void socket.destroy()
    }
    const groups = steps.map((step) => byStep.get(step) ?? new Set<Connection>())
    steps.forEach((step, at) => byStep.set(step, groups[at] ?? new Set()))
    const connection = { socket, steps, groups, current: undefined, waiting: [], taken: 0, takenAt: now() }
    for (const group of [...groups, all]) group.add(connection)
    bySocket.set(socket, connection)
    socket.once("close", () => leave(connection))
  })

  /** Makes it where there is none: an idle connection of whoever has too many gives way, else the last one of whoever has most. */
  function hasPlace(steps: readonly string[]): boolean {
    for (const [at, step] of steps.entries()) {
      const group = byStep.get(step)
      const most = at === 0 ? shares.subscriber : shares.network
      if (group && group.size >= most && !endIdle(group)) return false
    }
    return all.size < shares.all || endIdle(largestGroup()) || endIdle(all) || endLastOfMost(steps)
  }

  /** Some addresses that keep all places busy do not shut the others out; nor do others take a place from their own like. */
  function endLastOfMost(steps: readonly string[]): boolean {
    const largest = largestGroup()
    const own = Math.max(0, ...steps.map((step) => byStep.get(step)?.size ?? 0))
    const last = [...largest].at(-1)
    if (last === undefined || largest.size <= own + 1) return false
    refusals.count("connections")
    giveAway(last)
    return true
  }

  function largestGroup(): ReadonlySet<Connection> {
    let largest: ReadonlySet<Connection> = new Set()
    for (const group of byStep.values()) if (group.size > largest.size) largest = group
    return largest
  }

  function endIdle(group: ReadonlySet<Connection>): boolean {
    for (const connection of group) {
      if (connection.current !== undefined) continue
      giveAway(connection)
      return true
    }
    return false
  }

  function giveAway(connection: Connection): void {
    connection.socket.destroy()
    // No longer counted: its end event comes later, when others may have connected.
    for (const group of [...connection.groups, all]) group.delete(connection)
  }

  function leave(connection: Connection): void {
    for (const waiting of connection.waiting.splice(0)) waiting.leave()
    for (const group of [...connection.groups, all]) group.delete(connection)
    for (const step of connection.steps) if (byStep.get(step)?.size === 0) byStep.delete(step)
  }

  function begin(connection: Connection, outgoing: ServerResponse, answer: () => void): void {
    connection.current = outgoing
    outgoing.on("close", () => {
      connection.current = undefined
      const next = connection.waiting.shift()
      next?.leave()
      next?.begin()
      if (waitingForAll.length > 0 && !isAnswering()) for (const resolve of waitingForAll.splice(0)) resolve()
    })
    answer()
  }

  function isAnswering(): boolean {
    for (const { current } of all) if (current?.headersSent === true) return true
    return false
  }

  function cutOff(socket: Socket, why: "pipelining" | "crumbs"): void {
    if (socket.destroyed) return
    refusals.count(why)
    stopParsing(socket)
    socket.destroy()
  }

  return {
    count: () => all.size,
    isAnswering: (socket) => bySocket.get(socket)?.current?.headersSent === true,
    inTurn({ socket }, outgoing, answer) {
      const connection = bySocket.get(socket)
      if (connection === undefined) return
      if (connection.current === undefined) return begin(connection, outgoing, answer)
      const { waiting } = connection
      const comeBy = socket.bytesRead
      const bytes = comeBy - (waiting[0]?.comeBy ?? comeBy)
      const isGreedy = waiting.length >= mostWaiting || bytes > mostWaitingBytes
      const place = isGreedy ? undefined : waitingRequests.take({ address: socket.remoteAddress ?? "" })
      if (place === undefined) return cutOff(socket, "pipelining")
      waiting.push({ comeBy, leave: place, begin: () => begin(connection, outgoing, answer) })
    },
    allTaken: () => (isAnswering() ? new Promise((resolve) => waitingForAll.push(resolve)) : Promise.resolve()),
    cutOff,
    look() {
      const at = now()
      for (const connection of all) {
        const { socket, current } = connection
        const waiting = socket.writableLength
        const taken = waiting === 0 ? connection.taken : socket.bytesWritten - waiting
        if (waiting === 0 || taken !== connection.taken) {
          connection.taken = taken
          connection.takenAt = at
        } else if (at - connection.takenAt >= standstillMs(current)) {
          refusals.count("unread")
          socket.destroy()
        }
      }
    },
  }
}

/** Node's parser of a connection: what it makes of the next head, and whose body it is reading. */
interface Parser {
  onIncoming?: unknown
  incoming?: unknown
}

/**
 * Without it Node would still make a thousand requests, or chunks, of what it has read of a connection that is over. The next
 * head is taken for one that leaves HTTP, behind which nothing is parsed (to pause the parser, as its name says, has no effect
 * in the middle of a read). Node's parser is not part of its documented interface: where it is another one, the time is
 * lost and nothing else.
 */
function stopParsing({ parser }: Socket & { readonly parser?: Parser | null }): void {
  if (parser === undefined || parser === null) return
  parser.incoming = null
  parser.onIncoming = () => leavesHttp
}

/** What Node's parser is told by who takes a head: an upgrade. */
const leavesHttp = 2

function standstillMs(outgoing: ServerResponse | undefined): number {
  const type = String(outgoing?.getHeader("content-type") ?? "")
  return type.startsWith("text/event-stream") ? longestStreamStandstillMs : longestStandstillMs
}
