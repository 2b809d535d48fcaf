import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "@playwright/test"

/** Every rule axe knows, on what is on the screen now, in both themes; `state` names it in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const theme of ["light", "dark"]) {
    // Even a transition of no time shows its old colour until the next picture is painted.
    await page.evaluate(async (name) => {
      document.documentElement.dataset["theme"] = name
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(fading.map(({ finished }) => finished))
    }, theme)
    // "Legacy" leaves frames of other origins out; there are none, and it takes less than half the time.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)
    expect(found, `${state}, ${theme}`).toEqual([])
  }
}

/** Whether anything but a box of its own scrolls sideways, which a phone's reader cannot read by. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const past = [...document.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > clientWidth)
      return [
        `${scrollWidth} > ${clientWidth}`,
        ...past.map((one) => `${one.tagName}.${one.getAttribute("class") ?? ""}`),
      ]
    })
  // A window that was just made narrower is drawn anew a moment later.
  await expect.poll(tooWide, { message: state }).toEqual([])
}
