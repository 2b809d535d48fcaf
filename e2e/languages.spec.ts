import type { Page } from "@playwright/test"
import { loadAllTexts as loadTexts } from "#core/i18n/load-chapter.ts"
import { languageTag, localeCodes, textDirection } from "#core/i18n/locale.ts"
import { screenPaths } from "#core/screens/screens.ts"
import { foreignTo, saidOn } from "./support/foreign-texts.ts"
import { newCode } from "./support/prosa.ts"
import { expect, test } from "./support/test.ts"

/** Each screen once, and an address that is none's. */
const routes = [
  ...Object.entries(screenPaths).flatMap(([name, path]) => (name === "chat" ? [] : [path.replace(":id", "x")])),
  "/nowhere",
]

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to)
  }, path)
  await expect(page.locator("main")).not.toHaveAttribute("aria-busy", "true")
  // The screen's own chunk has come when its heading stands, and the chat's when its log does.
  await expect(page.locator("main :is(h1, [role=log])").first()).toBeVisible()
}

const others = localeCodes.filter((code) => code !== "pt" && code !== "en")
/** One page goes through several: it has read the code of every screen for the first of them. */
const togetherMost = 6
const groups = Array.from({ length: Math.ceil(others.length / togetherMost) }, (_, at) =>
  others.slice(at * togetherMost, (at + 1) * togetherMost),
)

for (const group of groups) {
  test(`every route speaks ${group.join(", ")}, and no text of it is the Portuguese or the English one`, async ({
    page,
  }) => {
    await page.goto("/favicon.svg")
    for (const locale of group) {
      const wrong = await foreignTo(await loadTexts(locale))
      await page.evaluate((lang) => localStorage.setItem("lang", lang), locale)
      await page.goto("/")
      await expect(page.locator("html")).toHaveAttribute("lang", languageTag(locale))
      await expect(page.locator("html")).toHaveAttribute("dir", textDirection(locale))
      for (const path of routes) {
        await goTo(page, path)
        const said = await saidOn(page)
        const found = said.filter((text) => wrong.has(text))
        expect({ locale, path, foreign: found }).toEqual({ locale, path, foreign: [] })
      }
    }
  })
}

test("in Arabic amounts and codes read from left to right", async ({ page, prosa }) => {
  await page.goto("/settings")
  const code = page.getByRole("textbox", { name: "Código de acesso" })
  await code.fill(await newCode(prosa, "1234.50"))
  await code.press("Enter")
  await expect(page.getByText(/^Código válido/)).toBeVisible()
  await page.evaluate(() => localStorage.setItem("lang", "ar"))
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl")
  for (const field of [page.locator("input[type=password]").first(), page.getByText("R$", { exact: true }).first()])
    await expect(field).toHaveCSS("direction", "ltr")
  await page.goto("/statement")
  const amount = page.getByText("+R$ 1.234,50")
  await expect(amount).toBeVisible()
  // Where the sign and the last digit are painted.
  const [sign, last] = await amount.evaluate((element) =>
    [0, (element.textContent ?? "").length - 1].map((at) => {
      const range = document.createRange()
      range.setStart(element.firstChild ?? element, at)
      range.setEnd(element.firstChild ?? element, at + 1)
      return range.getBoundingClientRect().left
    }),
  )
  expect(sign).toBeLessThan(last ?? 0)
})
