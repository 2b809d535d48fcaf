/** How long a part of the page may take until nothing in it changes for a while, in ms. */
export interface Settling {
  readonly quiet: number
  readonly most: number
}

/** Waits until a part of the page is drawn: its code, its formulas, its pictures. */
export async function settled(element: HTMLElement, settlingMs: Settling = { quiet: 120, most: 2_000 }): Promise<void> {
  await document.fonts.ready
  await new Promise<void>((resolve) => {
    const end = setTimeout(done, settlingMs.most)
    let quiet = setTimeout(done, settlingMs.quiet)
    const watch = new MutationObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(done, settlingMs.quiet)
    })
    function done() {
      watch.disconnect()
      clearTimeout(end)
      clearTimeout(quiet)
      resolve()
    }
    watch.observe(element, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await document.fonts.ready
  await Promise.all([...element.querySelectorAll("img")].map((image) => image.decode().catch(() => {})))
}
