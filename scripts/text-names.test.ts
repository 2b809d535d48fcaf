import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { loadAllTexts } from "#core/i18n/load-chapter.ts"

const house = join(import.meta.dirname, "..")

/** A text that nobody says is translated nineteen times all the same, and no tool misses who says it. */
test("every text is said somewhere", async () => {
  const code = globSync("{core,server,web}/**/*.{ts,tsx}", { cwd: house })
    .filter((file) => !/locales|\.test\./.test(file))
    .map((file) => readFileSync(join(house, file), "utf8"))
    .join("\n")
  const named = new Set(code.match(/[\w-]+/g))
  expect(namesIn(await loadAllTexts("pt")).filter((name) => !named.has(name) && !code.includes(`"${name}"`))).toEqual(
    [],
  )
})

function namesIn(texts: object): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "object" && text !== null ? [name, ...namesIn(text)] : [name],
  )
}
