import { describe, expect, it } from "vitest"
import { readZip, unfoldWhole } from "./zip-reader.ts"
import { writeZip } from "./zip-writer.ts"
import { zipOf } from "../../../testing/exports/zip.ts"

const now = new Date(2026, 10, 24, 12, 0, 0)
const read = async (file: Blob) => {
  const { entries, refused } = await readZip(file)
  const texts = await Promise.all(
    entries.map(async (entry) => [entry.name, await (await unfoldWhole(file, entry)).text()]),
  )
  return { texts: Object.fromEntries(texts) as Record<string, string>, refused }
}

describe("a ZIP file", () => {
  it("is read as it was written, folded or not", async () => {
    const long = "ação ".repeat(500_000)
    const file = await writeZip(
      [
        { name: "çã.txt", content: new Blob([long]), isFolded: true },
        { name: "b.bin", content: new Blob(["plain"]), isFolded: false },
        { name: "empty.json", content: new Blob([]), isFolded: true },
      ],
      now,
    )
    expect(file.size).toBeLessThan(long.length / 10)
    expect((await read(file)).texts).toEqual({ "çã.txt": long, "b.bin": "plain", "empty.json": "" })
  })

  it("of another program is read, too; names that lead elsewhere are refused", async () => {
    const file = new Blob([new Uint8Array(zipOf({ "a/b.json": "1", "../evil.json": "2", "/etc/x": "3" }))])
    expect(await read(file)).toEqual({ texts: { "a/b.json": "1" }, refused: ["../evil.json", "/etc/x"] })
  })

  it("that unfolds to hundreds of times its size is refused before it is unfolded", async () => {
    const bomb = new Blob([new Uint8Array(zipOf({ "bomb.json": new Uint8Array(80_000_000) }))])
    await expect(readZip(bomb)).rejects.toMatchObject({ trouble: "bomb" })
  })

  it("that says less than it holds is refused while it unfolds", async () => {
    const bytes = new Uint8Array(zipOf({ "a.json": "x".repeat(5_000) }))
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 28; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
    }
    const file = new Blob([bytes])
    const [entry] = (await readZip(file)).entries
    await expect(entry && unfoldWhole(file, entry)).rejects.toMatchObject({ trouble: "bomb" })
  })

  it("whose directory is longer than it says is read to a bound, and no further", async () => {
    const bytes = new Uint8Array(zipOf({ "a.json": "1" }))
    const view = new DataView(bytes.buffer)
    const end = bytes.length - 22
    const start = view.getUint32(end + 16, true)
    const line = bytes.slice(start, end)
    const file = (lines: number) => {
      const last = bytes.slice(end)
      new DataView(last.buffer).setUint32(12, line.length * lines, true)
      return new Blob([bytes.slice(0, start), ...Array.from({ length: lines }, () => line), last])
    }
    expect((await readZip(file(3))).entries).toHaveLength(3)
    await expect(readZip(file(200_001))).rejects.toMatchObject({ trouble: "too-many" })
  })

  it("in which a byte changed says so once it is read to its end", async () => {
    const file = await writeZip([{ name: "a.bin", content: new Blob(["a picture, as it was"]), isFolded: false }], now)
    const bytes = new Uint8Array(await file.arrayBuffer())
    bytes.set([0x21], 30 + "a.bin".length + 3)
    const changed = new Blob([bytes])
    const [entry] = (await readZip(changed)).entries
    await expect(entry && unfoldWhole(changed, entry)).rejects.toMatchObject({ trouble: "damaged" })
  })

  it("that is cut or damaged says so", async () => {
    const bytes = new Uint8Array(zipOf({ "a.json": "[1,2,3]" }))
    await expect(readZip(new Blob([bytes.slice(0, 30)]))).rejects.toMatchObject({ trouble: "damaged" })
    await expect(readZip(new Blob(["nothing of the kind"]))).rejects.toMatchObject({ trouble: "damaged" })
  })
})
