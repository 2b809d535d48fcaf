import { EventEmitter } from "node:events"
import type { ServerResponse } from "node:http"
import type { Life, Scheduler } from "./scheduler.ts"

/** How somebody reads: as fast as it comes, a little from time to time, or not at all. */
export type Pace = "prompt" | "slow" | "never"

/**
 * The bytes that a connection takes although nobody reads; and the bytes that a slow reader takes at once, every so
 * many ms.
 */
const networkBytes = 64 * 1024
const sipBytes = 48 * 1024
const sipMs = 4_000

/** The server's end of a connection, as far as streams are written to it. */
export class Connection extends EventEmitter {
  headersSent = false
  destroyed = false
  writableEnded = false
  writableFinished = false
  writableLength = 0
  /** Node's socket below it: what was handed to the network, and is still waiting for it. */
  readonly socket = { bytesWritten: 0, writableLength: 0, destroyed: false }
  /** The most that ever waited in the server's memory, in bytes. */
  mostWaiting = 0
  /** Resolves when it is over, whoever ended it. */
  readonly over: Promise<void>
  #unread: Buffer[] = []
  #inNetwork = 0
  #wantsDrain = false
  readonly #pace: Pace
  readonly #onBytes: (bytes: Buffer) => void

  /** `onBytes` hears what the reader has read. */
  constructor(scheduler: Scheduler, reader: Life, pace: Pace, onBytes: (bytes: Buffer) => void) {
    super()
    this.#pace = pace
    this.#onBytes = onBytes
    this.over = new Promise((resolve) => this.once("close", resolve))
    if (pace !== "slow") return
    const stop = scheduler.timersOf(reader).every(sipMs, () => this.#sip())
    this.once("close", stop)
  }

  /** As what the server code takes it for. */
  get response(): ServerResponse {
    return this as unknown as ServerResponse
  }

  writeHead(): this {
    this.headersSent = true
    return this
  }

  flushHeaders(): void {}

  write(bytes: Buffer): boolean {
    if (this.destroyed || this.writableEnded) return false
    this.socket.bytesWritten += bytes.length
    if (this.#pace === "prompt") this.#onBytes(bytes)
    else this.#unread.push(bytes)
    this.#weigh()
    this.#wantsDrain ||= this.writableLength > 0
    return this.writableLength === 0
  }

  end(bytes?: Buffer): this {
    if (bytes !== undefined) this.write(bytes)
    this.writableEnded = true
    this.#weigh()
    return this
  }

  destroy(): this {
    if (this.destroyed) return this
    this.destroyed = this.socket.destroyed = true
    this.emit("close")
    return this
  }

  /** The reader reads on, all that there is. */
  readRest(): void {
    for (const bytes of this.#unread.splice(0)) this.#onBytes(bytes)
    this.#weigh()
  }

  #sip(): void {
    for (let sipped = 0; sipped < sipBytes;) {
      const next = this.#unread.shift()
      if (next === undefined) break
      sipped += next.length
      this.#onBytes(next)
    }
    this.#weigh()
  }

  #weigh(): void {
    const unread = this.#unread.reduce((sum, { length }) => sum + length, 0)
    this.#inNetwork = Math.min(unread, networkBytes)
    this.writableLength = this.socket.writableLength = unread - this.#inNetwork
    this.mostWaiting = Math.max(this.mostWaiting, this.writableLength)
    if (this.writableLength > 0) return
    if (this.#wantsDrain) {
      this.#wantsDrain = false
      this.emit("drain")
    }
    if (!this.writableEnded || this.writableFinished) return
    this.writableFinished = true
    this.emit("finish")
    this.destroy()
  }
}
