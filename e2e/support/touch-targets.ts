import type { Page } from "@playwright/test"
import { expect } from "@playwright/test"

/** The least size of a touch target, in CSS pixels. */
const leastPx = 44

/**
 * Whatever can be pressed on the screen answers to a finger on 44 × 44 pixels: measured where presses land, so that a target
 * larger than its picture counts, and one that is covered does not. What its edge cuts off is left out.
 */
export async function expectTouchTargets(page: Page, state: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const top =
      document.querySelector("[role=menu]") ?? [...document.querySelectorAll("dialog[open]")].at(-1) ?? document
    const pressable = "a[href], button, input, select, textarea, summary, [role=button], [role=switch]"
    return [...top.querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
      const { left, top: above, right, bottom, width, height } = element.getBoundingClientRect()
      const isWhole = left >= 0 && above >= 0 && right <= innerWidth && bottom <= innerHeight
      const [x, y] = [left + width / 2, above + height / 2]
      const answers = (atX: number, atY: number) => {
        const under = document.elementFromPoint(atX, atY)
        return under !== null && (element.contains(under) || under.closest("label")?.control === element)
      }
      if (!isWhole || width < 2 || !answers(x, y)) return []
      const reach = (stepX: number, stepY: number) => {
        let steps = 0
        while (steps < least && answers(x + stepX * (steps + 1), y + stepY * (steps + 1))) steps += 1
        return steps
      }
      const reached = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
      const isText = element instanceof HTMLAnchorElement && element.closest("p, li, td") !== null
      if (isText || Math.min(...reached) >= least) return []
      return [
        `${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}: ${reached.join(" × ")}`,
      ]
    })
  }, leastPx)
  expect(small, state).toEqual([])
}
