/** How long a part of the page may take until nothing in it changes any more, in ms. */
const settlingMs = { quiet: 120, most: 2_000 }

/** Waits until a part of the page is drawn: its code, its formulas, its pictures. */
export async function settled(element: HTMLElement): Promise<void> {
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
  await Promise.all([...element.querySelectorAll("img")].map((image) => image.decode().catch(() => {})))
}
