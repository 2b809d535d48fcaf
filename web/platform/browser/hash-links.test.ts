import { expect, test } from "vitest"
import { hashLinkTarget, maskLinkTarget } from "./hash-links.ts"

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

test("a mask's link whose hash was encoded on its way leads to the mask", () => {
  expect(maskLinkTarget("/new-chat%23mask=1.eyJ9")).toBe("/new-chat#mask=1.eyJ9")
  expect(maskLinkTarget("/new-chat")).toBeUndefined()
  expect(maskLinkTarget("/chat%23mask=1.eyJ9")).toBeUndefined()
})
