import fc from "fast-check"
import { expect, test } from "vitest"
import { FrameBuffer } from "./frame-buffer.ts"

/** Frames as providers send them: some 320 bytes, much of it the same. */
function frameAt(at: number): string {
  const head = `{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1763756000,"model":"gpt-5","system_fingerprint":"fp_1"`
  return `id: ${at + 1}\ndata: ${head},"choices":[{"index":0,"delta":{"content":" ação ${(at * 2654435761) % 99991}"},"finish_reason":null}]}\n\n`
}

function filled(frames: number, inBunchesOf: number): FrameBuffer {
  const buffer = new FrameBuffer()
  for (let at = 0; at < frames; at += inBunchesOf) {
    const fresh = Array.from({ length: Math.min(inBunchesOf, frames - at) }, (_, n) => buffer.bytesOf(frameAt(at + n)))
    buffer.push(fresh)
  }
  return buffer
}

function textOf(frames: readonly Buffer[]): string {
  return Buffer.concat(frames).toString()
}

test("whatever is asked for again is as it was, from any frame on, packed or not", () => {
  const frames = fc.integer({ min: 0, max: 3_000 })
  const property = fc.property(
    frames,
    fc.integer({ min: 1, max: 700 }),
    frames,
    fc.boolean(),
    (count, bunch, after, packed) => {
      const buffer = filled(count, bunch)
      if (packed) buffer.pack()
      expect(buffer.length).toBe(count)
      const wanted = Array.from({ length: Math.max(0, count - after) }, (_, n) => frameAt(after + n))
      const found = buffer.after(after)
      expect(found).toHaveLength(wanted.length)
      expect(textOf(found)).toBe(wanted.join(""))
    },
  )
  fc.assert(property, { numRuns: 60 })
})

test("a reader who takes some at a time gets every frame once", () => {
  const buffer = filled(3_000, 7)
  const got: Buffer[] = []
  while (got.length < buffer.length) {
    const some = buffer.after(got.length, 50_000)
    expect(Buffer.concat(some).length).toBeLessThanOrEqual(50_000)
    got.push(...some)
  }
  expect(textOf(got)).toBe(textOf(buffer.after(0)))
})

test("a long answer takes a tenth of what it is on the wire, and no frame is dropped", () => {
  const buffer = filled(50_000, 3)
  expect(buffer.length).toBe(50_000)
  expect(buffer.rawBytes).toBeGreaterThan(10_000_000)
  expect(buffer.bytes).toBeLessThan(buffer.rawBytes / 5)
  expect(textOf(buffer.after(49_999))).toBe(frameAt(49_999))
})

test("a frame larger than what is kept at once is kept, too", () => {
  const buffer = new FrameBuffer()
  const large = `data: ${"x".repeat(300_000)}\n\n`
  buffer.push([buffer.bytesOf(large)])
  buffer.push([buffer.bytesOf("data: last\n\n")])
  expect(textOf(buffer.after(0))).toBe(`${large}data: last\n\n`)
  expect(textOf(buffer.after(0, 10))).toBe(large)
})

test("a reader who takes what is next gets every frame once, a piece at a time", () => {
  const buffer = filled(3_000, 7)
  const got: Buffer[] = []
  while (got.length < buffer.length) {
    const some = buffer.next(got.length)
    expect(some.length).toBeGreaterThan(0)
    expect(Buffer.concat(some).length).toBeLessThan(66_000)
    got.push(...some)
  }
  expect(textOf(got)).toBe(textOf(buffer.after(0)))
  expect(buffer.next(buffer.length)).toEqual([])
  expect(textOf(buffer.next(17)).startsWith(frameAt(17))).toBe(true)
})
