import { nonceIn } from "#core/sync/document.ts"
import type { FileRead, FileTag, FileWritten, RemoteFile } from "#core/sync/remote-file.ts"

/** A number from 0 to below 1, the same for the same seed. */
export type Dice = () => number

export function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The file in the storage, with who wrote it last and what that one knew. */
export interface Stored {
  readonly text: string
  readonly tag: number
  readonly knew: ReadonlySet<string> | undefined
}

export interface Weather {
  /** Whether the server takes notice of conditions. */
  readonly keepsConditions: boolean
  /** How likely something goes wrong on the way, from 0 to 1. */
  readonly trouble: number
  /** How likely another device writes between a reading and a writing. */
  readonly race: number
}

/** The place of the file. What goes wrong on the way to it is decided by the dice. */
export class Cloud {
  stored: Stored | undefined
  isCalm = false
  #tags = 0
  readonly #dice: Dice
  readonly #weather: Weather

  constructor(dice: Dice, weather: Weather) {
    this.#dice = dice
    this.#weather = weather
  }

  #happens(): boolean {
    return !this.isCalm && this.#dice() < this.#weather.trouble
  }

  put(text: string, knew: ReadonlySet<string> | undefined): void {
    this.#tags += 1
    this.stored = { text, tag: this.#tags, knew }
  }

  /** The file as one device reaches it. `read` hears what its writer knew; `meanwhile` may let another one write. */
  file(
    knows: () => ReadonlySet<string>,
    read: (knew: ReadonlySet<string>) => void,
    meanwhile: () => Promise<void>,
  ): RemoteFile {
    return {
      read: async (known?: FileTag): Promise<FileRead> => {
        if (this.#happens()) return { type: "trouble", trouble: { kind: "network" } }
        const { stored } = this
        if (this.#happens())
          return { type: "read", text: "<!doctype html><p>Entre na sua conta", tag: { isThere: true } }
        if (stored === undefined) return { type: "absent", tag: { isThere: false } }
        if (known !== undefined && known.etag === String(stored.tag)) return { type: "unchanged" }
        // A reading that is cut off.
        const text = this.#happens() ? stored.text.slice(0, Math.floor(this.#dice() * stored.text.length)) : stored.text
        if (text === stored.text && stored.knew !== undefined) read(stored.knew)
        if (!this.isCalm && this.#dice() < this.#weather.race) await meanwhile()
        return { type: "read", text, tag: { isThere: true, etag: String(stored.tag) } }
      },
      write: async (pieces: readonly string[], nonce: string, over: FileTag): Promise<FileWritten> => {
        const text = pieces.join("")
        const isAsRead = over.isThere ? String(this.stored?.tag) === over.etag : this.stored === undefined
        if (this.#weather.keepsConditions && !isAsRead) return { type: "changed" }
        if (this.#happens()) return { type: "trouble", trouble: { kind: "network" } }
        this.put(text, knows())
        // An answer that is lost after the file was stored, or a file of which a part arrived.
        if (this.#happens()) return { type: "trouble", trouble: { kind: "network" } }
        if (this.#happens()) {
          this.put(text.slice(0, Math.floor(this.#dice() * text.length)), undefined)
          return { type: "trouble", trouble: { kind: "network" } }
        }
        if (nonceIn(this.stored?.text.slice(0, 200) ?? "") !== nonce) return { type: "changed" }
        return { type: "written", tag: { isThere: true, etag: String(this.stored?.tag) } }
      },
    }
  }
}
