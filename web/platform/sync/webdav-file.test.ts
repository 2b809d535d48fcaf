import { describe, expect, it } from "vitest"
import { webDavFile } from "./webdav-file.ts"

/* A WebDAV server as far as one file goes: what it makes of what it is sent is each test's own. */

const nonce = "nonce-1"
const text = [`{"prosa":{"v":1,"w":"${nonce}"},`, "ã".repeat(2_000), "}"]
const access = { endpoint: "https://nuvem.exemplo.br/dav/", username: "maria", password: "açaí" }

interface Storage {
  /** What is stored of what arrives. */
  readonly keep?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly isAnswerLost?: boolean
  /** What our server says in the place of an answer to the write. */
  readonly refusal?: number
  /** It sends the whole file, or a part of it, and says how long it is or not. */
  readonly knowsRanges?: boolean
  readonly saysLength?: boolean
}

function fileOn({
  keep = (bytes) => bytes,
  isAnswerLost = false,
  refusal,
  knowsRanges = true,
  saysLength = true,
}: Storage) {
  let stored = new Uint8Array()
  return webDavFile(access, async (_path, { method, body }) => {
    if (method === "PUT") {
      stored = keep(new Uint8Array(await (body as Blob).arrayBuffer()))
      if (isAnswerLost) throw new TypeError("the connection ended")
      return new Response(null, { status: refusal ?? 201 })
    }
    const part = knowsRanges ? stored.slice(0, 1_024) : stored
    const length: Record<string, string> = knowsRanges
      ? { "content-range": `bytes 0-${part.length - 1}/${saysLength ? stored.length : "*"}` }
      : saysLength
        ? { "content-length": String(stored.length) }
        : {}
    return new Response(part, { status: knowsRanges ? 206 : 200, headers: { etag: '"1"', ...length } })
  })
}

const write = (storage: Storage) => fileOn(storage).write(text, nonce, { isThere: true, etag: '"0"' })
const cut = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, 3_000)
const whole = { type: "written", tag: { isThere: true, etag: '"1"' } }

describe("a file that was written", () => {
  it("is agreed on where it is whole, also where the answer was lost or ranges are not known", async () => {
    for (const storage of [{}, { isAnswerLost: true }, { knowsRanges: false }])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await write(storage)).toEqual(whole)
  })

  it("is to be read where it was cut off, though it begins as it was sent", async () => {
    for (const storage of [{}, { isAnswerLost: true }, { knowsRanges: false }])
      // oxlint-disable-next-line no-await-in-loop
      expect(await write({ ...storage, keep: cut })).toEqual({ type: "changed" })
  })

  it("has no name to agree on where nobody says how long it is", async () => {
    for (const knowsRanges of [true, false])
      // oxlint-disable-next-line no-await-in-loop
      expect(await write({ saysLength: false, knowsRanges })).toEqual({ type: "written" })
  })

  it("is not said to be there where nobody says how long it is and the answer was lost", async () => {
    const unknown = { type: "trouble", trouble: { kind: "network" } }
    for (const knowsRanges of [true, false])
      // oxlint-disable-next-line no-await-in-loop
      expect(await write({ saysLength: false, knowsRanges, isAnswerLost: true, keep: cut })).toEqual(unknown)
  })
})

describe("a write that our server has no answer to", () => {
  it("is there where the file is the one that was sent, and to be read again where it is another", async () => {
    for (const refusal of [502, 504]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await write({ refusal })).toEqual(whole)
      // oxlint-disable-next-line no-await-in-loop
      expect(await write({ refusal, keep: () => new TextEncoder().encode("{}") })).toEqual({ type: "changed" })
    }
  })

  it("is too large for our server, not for the storage, where nobody else said so", async () => {
    expect(await write({ refusal: 413 })).toEqual({ type: "trouble", trouble: { kind: "limit" } })
  })
})

describe("a failure on the way to a storage", () => {
  const read = (status: number, headers: Readonly<Record<string, string>>) =>
    webDavFile(access, () => Promise.resolve(new Response("{}", { status, headers }))).read()

  it("is told as the storage's only where the storage answered", async () => {
    const storages = { "x-upstream-status": "502" }
    for (const status of [502, 504]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(status, {})).toEqual({ type: "trouble", trouble: { kind: "network" } })
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(status, storages)).toEqual({ type: "trouble", trouble: { kind: "status", status } })
    }
    expect(await read(413, {})).toEqual({ type: "trouble", trouble: { kind: "limit" } })
    expect(await read(413, storages)).toEqual({ type: "trouble", trouble: { kind: "too-large" } })
  })
})
