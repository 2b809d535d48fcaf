import { expect, test } from "vitest"
import { countProcessorTime } from "../../testing/processor-time.ts"
import { localeFor } from "./texts.ts"

test.each([
  [undefined, "pt"],
  ["de-AT,de;q=0.9,en;q=0.5", "de"],
  ["en;q=0.5, ar", "ar"],
  ["en;q=0, xx", "pt"],
])("%s is answered in %s", (header, locale) => {
  expect(localeFor(header)).toBe(locale)
})

test("a header full of ranges is read as far as a browser's is long", () => {
  expect(localeFor(`${"xx,".repeat(5_000)}de`)).toBe("pt")
  const spentMs = countProcessorTime()
  for (let asked = 0; asked < 200; asked++) localeFor("a;q=0.1,".repeat(2_000))
  expect(spentMs()).toBeLessThan(200)
})
