/*
 * Takes a JSON text apart while its bytes arrive: browsers have no text of 500 MB. Lists and objects that are wanted in pieces are
 * gone into; every other value is handed over whole, as its bytes. The bytes of UTF-8 outside of ASCII are never a sign of JSON.
 */

/** What a value begins with. */
export type ValueKind = "object" | "array" | "other"

export interface JsonCutting {
  /** Whether the value at a path is gone into, handed over, or passed over. Elements of a list are named "*". */
  readonly choose: (path: readonly string[], kind: ValueKind) => "enter" | "take" | "skip"
  readonly taken: (path: readonly string[], json: Uint8Array<ArrayBuffer>) => void
  /** The text of some bytes: UTF-8. */
  readonly textOf: (bytes: Uint8Array<ArrayBuffer>) => string
  /** A text of several values, a line each, ends several times. */
  readonly documentEnd?: () => void
  /** A value that is longer than the most was passed over. */
  readonly tooLong?: (path: readonly string[]) => void
}

/** Longest value that is handed over, in bytes. */
export const longestValue = 256 * 1024 * 1024

const sign = {
  quote: 0x22,
  escape: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  open: 0x7b,
  close: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
}

interface Level {
  readonly path: readonly string[]
  readonly isList: boolean
}

export class JsonCutter {
  private readonly levels: Level[] = []
  private key: string | undefined
  private mode: "between" | "key" | "value" = "between"
  /** Of the value or key under way. */
  private parts: Uint8Array<ArrayBuffer>[] = []
  private length = 0
  private depth = 0
  private isString = false
  private isEscaped = false
  private isWord = false
  private isKept = false
  private path: readonly string[] = []
  private sawAny = false
  private isBroken = false
  private readonly cutting: JsonCutting
  private readonly most: number

  constructor(cutting: JsonCutting, most = longestValue) {
    this.cutting = cutting
    this.most = most
  }

  push(chunk: Uint8Array<ArrayBuffer>): void {
    let at = 0
    while (at < chunk.length && !this.isBroken) {
      at = this.mode === "between" ? this.between(chunk, at) : this.inside(chunk, at)
    }
  }

  /** Whether the text ended where it should. A value under way is lost. */
  end(): boolean {
    const isWordAtEnd = this.mode === "value" && this.isWord && this.levels.length === 0
    if (isWordAtEnd) this.finish()
    return this.sawAny && !this.isBroken && this.mode === "between" && this.levels.length === 0
  }

  private between(chunk: Uint8Array<ArrayBuffer>, at: number): number {
    const byte = chunk[at] ?? 0
    const level = this.levels.at(-1)
    // White space, separators, and the mark that some programs put before everything.
    if (byte <= 0x20 || byte === sign.comma || byte === sign.colon || (!this.sawAny && byte >= 0xbb)) return at + 1
    this.sawAny = true
    if (byte === sign.closeList || byte === sign.close) {
      if (level === undefined || level.isList !== (byte === sign.closeList)) this.isBroken = true
      else this.leave()
      return at + 1
    }
    if (level !== undefined && !level.isList && this.key === undefined) {
      if (byte !== sign.quote) this.isBroken = true
      else this.begin("key", true, this.path)
      return byte === sign.quote ? at : at + 1
    }
    const path = level === undefined ? [] : [...level.path, level.isList ? "*" : (this.key ?? "")]
    const kind = byte === sign.open ? "object" : byte === sign.openList ? "array" : "other"
    const choice = this.cutting.choose(path, kind)
    if (choice === "enter" && kind !== "other") {
      this.levels.push({ path, isList: kind === "array" })
      this.key = undefined
      return at + 1
    }
    this.begin("value", choice !== "skip", path)
    return at
  }

  private begin(mode: "key" | "value", isKept: boolean, path: readonly string[]): void {
    this.mode = mode
    this.isKept = isKept
    this.path = path
    this.parts = []
    this.length = 0
    this.depth = 0
    this.isString = false
    this.isEscaped = false
    this.isWord = false
  }

  /** Goes on in the value or key under way, to its end or that of the chunk. */
  private inside(chunk: Uint8Array<ArrayBuffer>, from: number): number {
    let { depth, isString, isEscaped, isWord } = this
    let at = from
    let isDone = false
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (byte === sign.escape) isEscaped = true
        else if (byte === sign.quote) {
          isString = false
          if (depth === 0) {
            at += 1
            isDone = true
            break
          }
        }
        continue
      }
      if (byte === sign.quote) isString = true
      else if (byte === sign.open || byte === sign.openList) depth += 1
      else if (byte === sign.close || byte === sign.closeList) {
        if (depth === 0) {
          // The end of what a number or a word stands in.
          isDone = true
          break
        }
        depth -= 1
        if (depth === 0) {
          at += 1
          isDone = true
          break
        }
      } else if (depth === 0) {
        if (byte === sign.comma || byte <= 0x20) {
          isDone = true
          break
        }
        isWord = true
      }
    }
    this.depth = depth
    this.isString = isString
    this.isEscaped = isEscaped
    this.isWord = isWord
    this.keep(chunk, from, at)
    if (isDone) this.finish()
    return at
  }

  private keep(chunk: Uint8Array<ArrayBuffer>, from: number, to: number): void {
    this.length += to - from
    if (!this.isKept || to === from) return
    if (this.length > this.most) {
      this.isKept = false
      this.parts = []
      this.cutting.tooLong?.(this.path)
      return
    }
    // A chunk may be used again by whoever fills it.
    this.parts.push(chunk.slice(from, to))
  }

  private finish(): void {
    const { mode, parts, length, isKept, path } = this
    this.mode = "between"
    this.parts = []
    if (mode === "key") {
      const read: unknown = this.parsed(joined(parts, length))
      this.key = typeof read === "string" ? read : ""
      return
    }
    this.key = undefined
    if (isKept && length > 0) this.cutting.taken(path, joined(parts, length))
    if (this.levels.length === 0) this.cutting.documentEnd?.()
  }

  private parsed(json: Uint8Array<ArrayBuffer>): unknown {
    try {
      return JSON.parse(this.cutting.textOf(json))
    } catch {
      this.isBroken = true
      return undefined
    }
  }

  private leave(): void {
    this.levels.pop()
    this.key = undefined
    if (this.levels.length === 0) this.cutting.documentEnd?.()
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
