import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test } from "vitest"

const web = join(import.meta.dirname, "../web")
const read = (path: string) => readFileSync(join(web, path), "utf8")

/** A name in a style sheet is a string for the compiler: one that is not there is an element without its looks. */
test("every class that a component names stands in its style sheet", () => {
  const missing = globSync("**/*.{ts,tsx}", { cwd: web }).flatMap((file) => {
    const code = read(file)
    return [...code.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([line, name = "", sheet = ""]) => {
      const css = read(join(file, "..", sheet))
      const used = new Set(
        [...code.replace(line, "").matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map((hit) => hit[1]),
      )
      const defined = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((hit) => hit[1]))
      return [...used].filter((one) => !defined.has(one)).map((lost) => `${file}: ${lost} of ${basename(sheet)}`)
    })
  })
  expect(missing).toEqual([])
})
