import axe from "axe-core"
import type { Page } from "@playwright/test"
import { expect } from "@playwright/test"

/** Every rule axe knows, on what is on the screen now, in both themes; `state` names it in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Reading axe takes as long as looking with it, so each document gets it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  for (const theme of ["light", "dark"]) {
    const found = await page.evaluate(lookIn, theme)
    expect(found, `${state}, ${theme}`).toEqual([])
  }
}

/** Runs in the page: the rules that what it shows in a theme breaks, each with where. */
async function lookIn(theme: string): Promise<readonly string[]> {
  // Colours that fade, even in no time, are the old theme's until they are painted, and what is out of sight is not painted.
  const noFading = new CSSStyleSheet()
  noFading.replaceSync("*, ::before, ::after { transition: none !important }")
  document.adoptedStyleSheets.push(noFading)
  document.documentElement.dataset["theme"] = theme
  // What is just coming in is there already; what turns for as long as something lasts has no end.
  for (const motion of document.getAnimations())
    if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish()
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  const { axe: own } = window as unknown as { readonly axe: typeof axe }
  // The frames are of other origins, which axe cannot look into.
  const { violations } = await own.run(document, { resultTypes: ["violations"], iframes: false })
  document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(noFading), 1)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any.map(({ message }) => message).join(", ")}`.trim()),
  )
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
