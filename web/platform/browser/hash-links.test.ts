import { expect, test } from "vitest"
import { hashLinkTarget } from "./hash-links.ts"

test("a hash link is the path after its hash", () => {
  expect(hashLinkTarget("#/settings")).toBe("/settings")
  expect(hashLinkTarget("#/chat?mask=3")).toBe("/chat?mask=3")
  expect(hashLinkTarget("#/")).toBe("/")
})

test("other hashes stay where they are", () => {
  for (const hash of ["", "#", "#content", "#//evil.example", "#/\\evil.example"]) {
    expect(hashLinkTarget(hash)).toBeUndefined()
  }
})
