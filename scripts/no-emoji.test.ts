import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const house = join(import.meta.dirname, "..")
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u

/** An emoji is drawn by the device, or not at all (0173): what is pressed or read as a picture is one of our own icons. */
test("no text of the interface and no part of the page is drawn with an emoji", () => {
  const files = globSync("{core/i18n,web}/**/*.{ts,tsx,css}", { cwd: house }).filter((file) => !/\.test\./.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => emoji.test(readFileSync(join(house, file), "utf8")))).toEqual([])
})
