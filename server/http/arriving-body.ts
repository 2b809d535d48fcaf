import type { IncomingMessage } from "node:http"

/** So much of a body may come before anybody reads it, in bytes. */
const mostUnread = 16 * 1024
/** Smaller chunks are put together as they come: each by itself would take more than its bytes. In bytes. */
const smallChunk = 16 * 1024
const slabBytes = 64 * 1024
/** What is smaller than this is a crumb, and so many of them are no way to send a body: each costs as much as a page of text. */
const crumbBytes = 64
const mostCrumbs = 250

export interface BodyListener {
  /** So many bytes more have come. */
  onBytes(bytes: number): void
  onEnd(): void
  /** The sender has left in the middle of it. */
  onBroken(): void
}

/** A request's body on its way. Until somebody reads it, little of it is let in. */
export interface ArrivingBody {
  /** Lets it all come; what has come already is told at once. */
  read(listener: BodyListener): void
  /** True when all has come. */
  isWhole(): boolean
  /** All that has come. */
  bytes(): Buffer
  /** How many bytes have come so far. */
  size(): number
  /** Forgets what has come, and lets nothing more in. */
  drop(): void
}

/** Whether a request has a body at all. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

/** To be called as soon as its head has come. Who sends crumbs is cut off. */
export function arrivingBody(incoming: IncomingMessage, onCrumbs: () => void = () => {}): ArrivingBody {
  if (!hasBody(incoming)) return noBody
  const parts: Buffer[] = []
  let slab = Buffer.alloc(0)
  let used = 0
  let size = 0
  let crumbs = 0
  let state: "coming" | "ended" | "broken" = "coming"
  let listener: BodyListener | undefined

  function keep(chunk: Buffer): void {
    if (chunk.length >= smallChunk || size === 0) {
      endSlab()
      parts.push(chunk)
    } else {
      if (used + chunk.length > slab.length) {
        endSlab()
        // As much again as there is: who brings a few bytes takes no more than that.
        slab = Buffer.allocUnsafeSlow(Math.min(Math.max(size, chunk.length, 1024), slabBytes))
        if (slab.length < chunk.length) slab = Buffer.allocUnsafeSlow(chunk.length)
      }
      used += chunk.copy(slab, used)
    }
    size += chunk.length
  }

  function endSlab(): void {
    if (used > 0) parts.push(slab.subarray(0, used))
    slab = Buffer.alloc(0)
    used = 0
  }

  function over(how: "ended" | "broken"): void {
    if (state !== "coming") return
    state = how
    if (how === "ended") listener?.onEnd()
    else listener?.onBroken()
  }

  function drop(): void {
    incoming.removeAllListeners("data")
    incoming.pause()
    parts.length = 0
    slab = Buffer.alloc(0)
    used = 0
  }

  incoming.on("data", (chunk: Buffer) => {
    if (chunk.length < crumbBytes && ++crumbs > mostCrumbs) {
      drop()
      onCrumbs()
      return void incoming.destroy()
    }
    keep(chunk)
    if (listener) listener.onBytes(chunk.length)
    else if (size >= mostUnread) incoming.pause()
  })
  incoming.once("end", () => over("ended"))
  incoming.once("error", () => over("broken"))
  incoming.once("close", () => over("broken"))

  return {
    read(reader) {
      listener = reader
      if (size > 0) reader.onBytes(size)
      if (state === "ended") reader.onEnd()
      else if (state === "broken") reader.onBroken()
      else incoming.resume()
    },
    isWhole: () => state === "ended",
    bytes() {
      endSlab()
      const [first] = parts
      return parts.length === 1 && first ? first : Buffer.concat(parts)
    },
    size: () => size,
    drop,
  }
}

const noBody: ArrivingBody = {
  read: ({ onEnd }) => onEnd(),
  isWhole: () => true,
  bytes: () => Buffer.alloc(0),
  size: () => 0,
  drop() {},
}
