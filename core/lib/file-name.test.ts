import { expect, test } from "vitest"
import { fileName } from "./file-name.ts"

test.each([
  ["A/B: c?", "A B c.md"],
  ["../a:b/c?\u202e", "a b c.md"],
  ["con", "prosa con.md"],
  ["...", "prosa.md"],
  ["🎈".repeat(300), `${"🎈".repeat(80)}.md`],
])("a file of %s has a name that every system takes", (title, name) => {
  expect(fileName(title, "md")).toBe(name)
})

test("a title without letters gives way to the name of what it is", () => {
  expect([fileName("..", "json", "mask"), fileName("nul", "html", "pagina")]).toEqual(["mask.json", "pagina nul.html"])
})
