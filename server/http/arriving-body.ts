import type { IncomingMessage } from "node:http"

/** How many bytes of a body may arrive before it is read. */
export const mostUnread = 16 * 1024
/** Smaller chunks are put together as they come: each by itself would take more than its bytes. In bytes. */
const smallChunk = 16 * 1024
const slabBytes = 64 * 1024
/**
 * A piece below this size, in bytes, is too small; each costs as much work as a page of text, so a body may not consist
 * of many.
 */
const crumbBytes = 64
const mostCrumbs = 250

export interface BodyListener {
  /** Records that this many more bytes have arrived. */
  onBytes(bytes: number): void
  onEnd(): void
  /** The sender has left in the middle of it. */
  onBroken(): void
}

/** A request's body on its way. Until somebody reads it, little of it is let in. */
export interface ArrivingBody {
  /** Lets all of it come; the part that has come is reported at once. */
  read(listener: BodyListener): void
  /** True when all has come. */
  isWhole(): boolean
  /** All that has come, which is then its taker's alone: an answer that goes on for minutes does not keep its question. */
  take(): Buffer
  /** How many bytes have come so far. */
  size(): number
  /** Forgets what has come, and lets nothing more in. */
  drop(): void
}

/** Whether a request has a body at all. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

/** How many bytes its head says the body has; undefined where it does not say. */
function announcedSize({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"]
  return length === undefined || headers["transfer-encoding"] !== undefined ? undefined : Number(length)
}

/** To be called as soon as its head has come. Who sends crumbs is cut off. */
export function arrivingBody(incoming: IncomingMessage, onCrumbs: () => void = () => {}): ArrivingBody {
  return hasBody(incoming) ? new Arriving(incoming, onCrumbs) : noBody
}

class Arriving implements ArrivingBody {
  readonly #incoming: IncomingMessage
  readonly #announced: number | undefined
  #parts: Buffer[] = []
  #slab = nothing
  #used = 0
  #size = 0
  #crumbs = 0
  #state: "coming" | "ended" | "broken" = "coming"
  #listener: BodyListener | undefined

  constructor(incoming: IncomingMessage, onCrumbs: () => void) {
    this.#incoming = incoming
    this.#announced = announcedSize(incoming)
    incoming.on("data", (chunk: Buffer) => {
      if (chunk.length < crumbBytes && ++this.#crumbs > mostCrumbs) {
        this.drop()
        onCrumbs()
        return void incoming.destroy()
      }
      this.#keep(chunk)
      if (this.#listener) this.#listener.onBytes(chunk.length)
      else if (this.#size >= mostUnread && !this.isWhole()) incoming.pause()
    })
    incoming.on("end", () => this.#over("ended"))
    const onBroken = () => this.#over("broken")
    incoming.on("error", onBroken)
    incoming.on("close", onBroken)
  }

  read(reader: BodyListener): void {
    this.#listener = reader
    if (this.#size > 0) reader.onBytes(this.#size)
    if (this.#state === "ended") reader.onEnd()
    else if (this.#state === "broken") reader.onBroken()
    else this.#incoming.resume()
  }

  /** The last byte is there before Node says so, which is worth a wait less for each request. */
  isWhole(): boolean {
    return this.#state === "ended" || (this.#state === "coming" && this.#size === this.#announced)
  }

  take(): Buffer {
    this.#endSlab()
    const parts = this.#parts
    this.#parts = []
    const [first] = parts
    return parts.length === 1 && first ? first : Buffer.concat(parts)
  }

  size(): number {
    return this.#size
  }

  drop(): void {
    this.#incoming.removeAllListeners("data")
    this.#incoming.pause()
    this.#parts = []
    this.#slab = nothing
    this.#used = 0
  }

  #keep(chunk: Buffer): void {
    if (chunk.length >= smallChunk || this.#size === 0) {
      this.#endSlab()
      this.#parts.push(chunk)
    } else {
      if (this.#used + chunk.length > this.#slab.length) {
        this.#endSlab()
        // As much again as there is: who brings a few bytes takes no more than that.
        const room = Math.min(Math.max(this.#size, chunk.length, 1024), slabBytes)
        this.#slab = Buffer.allocUnsafeSlow(Math.max(room, chunk.length))
      }
      this.#used += chunk.copy(this.#slab, this.#used)
    }
    this.#size += chunk.length
  }

  #endSlab(): void {
    if (this.#used > 0) this.#parts.push(this.#slab.subarray(0, this.#used))
    this.#slab = nothing
    this.#used = 0
  }

  #over(how: "ended" | "broken"): void {
    if (this.#state !== "coming") return
    this.#state = how
    if (how === "ended") this.#listener?.onEnd()
    else this.#listener?.onBroken()
  }
}

const nothing = Buffer.alloc(0)

const noBody: ArrivingBody = {
  read: ({ onEnd }) => onEnd(),
  isWhole: () => true,
  take: () => nothing,
  size: () => 0,
  drop() {},
}
