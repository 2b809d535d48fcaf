import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { bounds } from "./bounds.ts"
import { each, shared } from "./bounds-page.ts"
import { kinds } from "./kinds.ts"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "docs/security.md"), "utf8")
const even = page.replaceAll(/ +/g, " ")

describe("the threat page", () => {
  test("names proofs that are there", () => {
    const named = [...page.matchAll(/`((?:server|core|web|testing|e2e|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test("promises what the suite asks", () => {
    const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
    expect(even).toContain(row("memory above that of the idle server, at any moment", mebibytes(bounds.memory)))
    expect(even).toContain(
      row(`the same, ${bounds.calmAgainMs / 1000} s after the storm`, mebibytes(bounds.memoryAfter)),
    )
    const slower = `${bounds.slower} times that of a calm server, or ${bounds.slowerFloorMs} ms more`
    expect(even).toContain(row("honest answers, 95th percentile", slower))
    const standstill = `${bounds.longestStandstillMs / 1000} s`
    expect(even).toContain(row("the longest time in which nobody is answered", standstill))
  })

  test("has the program's own bounds, all of them and no others", () => {
    expect(tableBelow("| what | together |")).toEqual(shared)
    expect(tableBelow("| of each | bound |")).toEqual(each)
  })

  test("has twelve kinds of hostile clients and more behind it, each by a name of its own", () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
    expect(kinds.length).toBeGreaterThanOrEqual(12)
  })
})

/** The rows of a table, by the beginning of its head. */
function tableBelow(head: string): readonly (readonly string[])[] {
  const lines = even.slice(even.indexOf(head)).split("\n")
  const rows = lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith("|")),
  )
  return rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Cells of a table beside each other, however wide they were made. */
function row(...cells: readonly string[]): string {
  return cells.map((cell) => `| ${cell} `).join("")
}
