import { createHmac } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { hmacUnder } from "./hmac.ts"

test("is the HMAC that Node makes, whatever the key and the text", () => {
  const key = fc.string({ unit: "binary", maxLength: 150 })
  fc.assert(
    fc.property(
      key,
      fc.array(fc.string({ unit: "binary", maxLength: 300 }), { minLength: 1, maxLength: 3 }),
      (secret, texts) => {
        const hmac = hmacUnder(secret)
        const expected = texts.map((text) => createHmac("sha256", secret).update(text).digest("base64url"))
        expect(texts.map(hmac)).toEqual(expected)
      },
    ),
  )
})

test.each([63, 64, 65])("takes a key of %i bytes, about as long as a block", (length) => {
  const secret = "k".repeat(length)
  expect(hmacUnder(secret)("code")).toBe(createHmac("sha256", secret).update("code").digest("base64url"))
})
