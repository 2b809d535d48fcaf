import { expect, test } from "vitest"
import { decodeFragment, encodeFragment } from "./share-link.ts"

const text = '{"name":"Ação??>>~~!","context":[]}'
const standard = `1.${Buffer.from(text).toString("base64")}`

test("a text comes back from its fragment, plain and packed", async () => {
  for (const one of [text, text.repeat(50)]) {
    const fragment = await encodeFragment(one)
    expect(fragment && (await decodeFragment(fragment))).toBe(one)
  }
})

test("base64 with its usual signs is read, and what others put behind a link is passed over", async () => {
  expect(standard).toMatch(/[+/]/)
  expect(standard).toMatch(/=$/)
  const escaped = standard.replaceAll("+", "%2B").replaceAll("/", "%2f").replaceAll("=", "%3D")
  for (const fragment of [standard, escaped, `${standard}?utm_source=zap`, `${escaped}&fbclid=x`])
    // oxlint-disable-next-line no-await-in-loop -- one text after the other
    expect([fragment, await decodeFragment(fragment)]).toEqual([fragment, text])
})

test("a sign that stands behind a link in a message is passed over", async () => {
  const packed = await encodeFragment(text.repeat(50))
  for (const [fragment = "", said] of [
    [await encodeFragment(text), text],
    [packed, text.repeat(50)],
  ] as const)
    for (const sign of [".", ")", ",", "!", "*", "_", "/", "…", "\u200b", "%20oi", "%E2%80%8B"])
      // oxlint-disable-next-line no-await-in-loop -- one text after the other
      expect([sign, await decodeFragment(fragment + sign)]).toEqual([sign, said])
})

test("a fragment that is damaged or too long is none", async () => {
  for (const fragment of ["", "1.", "3.AAAA", "1.%%%", "2.AAAA", "1.////", `1.${"A".repeat(8_000)}`])
    // oxlint-disable-next-line no-await-in-loop -- one text after the other
    expect(await decodeFragment(fragment)).toBeUndefined()
})
