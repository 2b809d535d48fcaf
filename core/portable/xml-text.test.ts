import { expect, test } from "vitest"
import { xmlText } from "./xml-text.ts"

test("a text that no document may contain becomes one, and all else stays", () => {
  expect(xmlText("a\u001b[31mb\fc\ud83dd\udc00e\u0000")).toBe("a\ufffd[31mb\ufffdc\ufffdd\ufffde\ufffd")
  expect(xmlText("linha\n\tcom 😀 e ç")).toBe("linha\n\tcom 😀 e ç")
})
