import { describe, expect, test } from "vitest"
import { cast, rolePreferences, roles, roleSettings } from "./roles.ts"

describe("casting a role", () => {
  const had = (names: readonly string[]) => (name: string) => (names.includes(name) ? name : undefined)
  test.each([
    ["the first that can be had", ["a", "b"], ["a", "b"], "a"],
    ["the next where the first cannot", ["b"], ["b"], "b"],
    ["the next where the first goes soon", ["a", "b"], ["b"], "b"],
    ["the first where all go soon", ["a", "b"], [], "a"],
    ["nobody where none can be had", [], ["a"], undefined],
  ])("%s", (_, available, staying, player) => {
    expect(cast(["a", "b", "c"], had(available), (name) => staying.includes(name))).toBe(player)
  })

  test("each has the specification's name first, a setting of its own, and nobody twice", () => {
    expect(roles.map((role) => rolePreferences[role][0])).toEqual([
      "gpt-5",
      "gpt-4o-mini",
      "gpt-4.1-nano-2025-04-14",
      "dall-e-3",
      "tts-1",
    ])
    for (const role of roles) expect(new Set(rolePreferences[role]).size).toBe(rolePreferences[role].length)
    expect(new Set(roles.map((role) => roleSettings[role])).size).toBe(roles.length)
  })
})
