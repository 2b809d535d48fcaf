import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { isInstalled } from "./install.mjs"

const packages = {
  "": { name: "house" },
  "node_modules/hono": { version: "4.0.0", integrity: "sha512-a" },
  "node_modules/vitest": { version: "5.0.0", integrity: "sha512-b", dev: true },
  "node_modules/for-another-system": { version: "1.0.0", integrity: "sha512-c", optional: true },
}
const onDisk = ["node_modules/hono", "node_modules/vitest"] as const
const development = { development: true }

describe("an install", () => {
  let root = ""
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "prosa-install-"))
    write("package-lock.json", { packages })
    write("node_modules/.package-lock.json", {
      packages: Object.fromEntries(onDisk.map((path) => [path, packages[path]])),
    })
    for (const path of onDisk) write(`${path}/package.json`, { version: packages[path].version })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function write(path: string, content: unknown): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(content))
  }

  test("is good when each package is there in its version", () => {
    expect(isInstalled(root, development)).toBe(true)
  })

  test("is missing without node_modules", () => {
    rmSync(join(root, "node_modules"), { recursive: true })
    expect(isInstalled(root, development)).toBe(false)
  })

  test("that npm did not finish is noticed", () => {
    rmSync(join(root, "node_modules/.package-lock.json"))
    expect(isInstalled(root, development)).toBe(false)
  })

  test("is stale when the lockfile wants another version, or another content of the same version", () => {
    write("package-lock.json", {
      packages: { ...packages, "node_modules/hono": { version: "4.0.1", integrity: "sha512-a" } },
    })
    expect(isInstalled(root, development)).toBe(false)
    write("package-lock.json", {
      packages: { ...packages, "node_modules/hono": { version: "4.0.0", integrity: "sha512-z" } },
    })
    expect(isInstalled(root, development)).toBe(false)
  })

  test("is stale when the lockfile lost a package", () => {
    const { "node_modules/hono": _lost, ...rest } = packages
    write("package-lock.json", { packages: rest })
    expect(isInstalled(root, development)).toBe(false)
  })

  test("is stale when a package's folder is gone or holds another version", () => {
    write("node_modules/hono/package.json", { version: "3.9.9" })
    expect(isInstalled(root, development)).toBe(false)
    rmSync(join(root, "node_modules/hono"), { recursive: true })
    expect(isInstalled(root, development)).toBe(false)
  })

  test("without development packages is good enough to serve, not to test", () => {
    rmSync(join(root, "node_modules/vitest"), { recursive: true })
    write("node_modules/.package-lock.json", { packages: { "node_modules/hono": packages["node_modules/hono"] } })
    expect(isInstalled(root, { development: false })).toBe(true)
    expect(isInstalled(root, development)).toBe(false)
  })
})
