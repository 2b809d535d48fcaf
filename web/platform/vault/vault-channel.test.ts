import { expect, test } from "vitest"
import { standingOf } from "./vault-channel.ts"

test.each([
  ["is well after a round without trouble", undefined, "gone", "well"],
  ["is gone as soon as that is found", "gone", undefined, "gone"],
  ["is not known without a line", "offline", "gone", undefined],
  ["nor while the server is busy", "busy", undefined, undefined],
  ["nor after one round in which this device was in trouble", "local", undefined, undefined],
  ["is in that trouble after the second", "local", "local", "local"],
] as const)("a vault %s", (_name, trouble, before, standing) => {
  expect(standingOf(trouble, before)).toBe(standing)
})
