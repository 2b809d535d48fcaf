import { describe, expect, test } from "vitest"
import { screenAt, screenPaths, type ScreenName } from "./screens.ts"

describe("the screen at a path", () => {
  const addresses = Object.entries(screenPaths).map(([name, path]) => [path.replace(":id", "aB_1-"), name] as const)

  test.each(addresses)("%s is %s, also with a slash at its end", (path, name) => {
    expect(screenAt(path)).toBe(name satisfies string as ScreenName)
    if (path !== "/") expect(screenAt(`${path}/`)).toBe(name)
  })

  test.each([
    "",
    "/Chat",
    "/chat//",
    "/chat/x",
    "/artifacts",
    "/artifacts/",
    "/artifacts/:id",
    "/artifacts/a/b",
    `/artifacts/${"a".repeat(129)}`,
    "/artifacts/%41",
    "/constructor",
    "/index.html",
  ])("there is none at %j", (path) => expect(screenAt(path)).toBeUndefined())
})
