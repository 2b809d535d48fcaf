import { expect, test } from "vitest"
import { rolePreferences, roles, roleSettings } from "./roles.ts"

test("each role has its original model first, a setting of its own, and nobody twice", () => {
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
