import type { Locator } from "@playwright/test"
import { loadAllTexts } from "#core/i18n/load-chapter.ts"
import { languageTag, localeCodes } from "#core/i18n/locale.ts"
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts"
import { foreignTo, saidOn } from "./support/foreign-texts.ts"
import { storedChat, storeChats } from "./support/stored-chats.ts"
import { expect, test } from "./support/test.ts"

// A phone. The chat's own words are none of any language.
test.use({ viewport: { width: 390, height: 844 } })
const chats = [storedChat("Xyz", ["Qwerty?", "Asdf.", "Zxcv?", "Hjkl."])]

/** One after the other: a page goes through several languages, as it has read the code of every window for the first of them. */
const togetherMost = 7
const groups = Array.from({ length: Math.ceil(localeCodes.length / togetherMost) }, (_, at) =>
  localeCodes.slice(at * togetherMost, (at + 1) * togetherMost),
)

for (const group of groups) {
  test(`the windows of files and links fit a phone and speak ${group.join(", ")}`, async ({ page, prosa: { url } }) => {
    await storeChats(page, url, chats, "Xyz")
    for (const locale of group) {
      const texts = await loadAllTexts(locale)
      const wrong = locale === "pt" || locale === "en" ? new Set<string>() : await foreignTo(texts)
      const { portable, sharing, talk } = texts
      const look = async (window: string) => {
        const dialog = page.getByRole("dialog")
        await expect(dialog, `${locale}: ${window}`).toHaveCount(1)
        await expect(dialog.locator("[aria-busy=true]"), `${locale}: ${window}`).toHaveCount(0)
        expect({ locale, window, foreign: (await saidOn(page)).filter((text) => wrong.has(text)) }).toEqual({
          locale,
          window,
          foreign: [],
        })
        await expectNoSidewaysScroll(page, `${locale}: ${window}`)
        expect({ locale, window, cut: await cutIn(dialog) }).toEqual({ locale, window, cut: [] })
      }
      const leave = async () => {
        await page.keyboard.press("Escape")
        await expect(page.getByRole("dialog")).toHaveCount(0)
        // The step back in the history that a window took.
        await expect.poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0)).toBe(0)
      }

      await page.evaluate((lang) => localStorage.setItem("lang", lang), locale)
      await page.goto(`${url}/settings`)
      await expect(page.locator("html")).toHaveAttribute("lang", languageTag(locale))
      const main = page.getByRole("main")
      for (const button of [portable.import.button, portable.backup.button, sharing.links]) {
        await main.getByRole("button", { name: button, exact: true }).click()
        await look(button)
        await leave()
      }
      await page.goto(url)
      const open = async (action: string) => {
        await page.getByRole("button", { name: talk.conversation, exact: true }).click()
        await page.getByRole("menuitem", { name: action, exact: true }).click()
      }
      await open(talk.exportChat)
      await look("what to export")
      await page.getByRole("dialog").getByRole("button", { name: portable.export.preview, exact: true }).click()
      for (const tab of ["Markdown", portable.export.image, "JSON", portable.export.print]) {
        await page.getByRole("tab", { name: tab, exact: true }).click()
        await look(`export: ${tab}`)
      }
      await leave()
      await open(talk.share)
      await look("what is shared")
      await leave()
      await page.goto(`${url}/chat?shared=AbCdEfGhIjKlMnOpQrStUv`)
      await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible()
      await look("a shared conversation that is gone")
      await leave()
    }
  })
}

test("the windows of files and links are opened, read and left by the keyboard, and the focus goes back", async ({
  page,
  prosa: { url },
}) => {
  await storeChats(page, url, chats, "Xyz")
  const through = async (opener: Locator, state: string) => {
    await opener.focus()
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog")
    await expect(dialog).toHaveCount(1)
    await expect(dialog).toHaveAccessibleName(/\S/)
    await expect(dialog.locator(":focus")).toHaveCount(1)
    // Once around: nothing behind the window is reached.
    const places = await dialog.locator("button, a[href], input, select, textarea, [tabindex]").count()
    for (let at = 0; at <= places; at++) {
      await page.keyboard.press("Tab")
      const isInside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body || activeElement?.closest("dialog") !== null
      })
      expect(isInside, `${state}, after ${at + 1} Tab`).toBe(true)
    }
    await expectAccessible(page, state)
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await page.goto(`${url}/settings`)
  const main = page.getByRole("main")
  for (const name of ["Importar arquivo", "Salvar backup", "Links compartilhados"])
    await through(main.getByRole("button", { name, exact: true }), name)
  await page.goto(url)
  await through(page.getByRole("button", { name: "Compartilhar", exact: true }).first(), "what is shared")
})

/** Runs in the page: what stands in a window and lies outside of it, or has words that are cut off. */
function cutIn(dialog: Locator): Promise<readonly string[]> {
  return dialog.evaluate((window) => {
    const { left, right } = window.getBoundingClientRect()
    const found = left < 0 || right > innerWidth ? [`the window: ${left} to ${right}`] : []
    for (const part of window.querySelectorAll<HTMLElement>("button, h2, h3, p, label, legend, li, input")) {
      const box = part.getBoundingClientRect()
      if (box.width === 0 || part.closest("[inert], [data-sideways], [role=tablist]") !== null) continue
      const isOutside = box.left < left - 1 || box.right > right + 1
      const isCut = part.tagName !== "INPUT" && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
      if (isOutside || isCut) found.push(`${part.tagName}: ${part.textContent?.slice(0, 60)}`)
    }
    return found
  })
}
