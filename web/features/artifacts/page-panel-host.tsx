import { useLayoutEffect } from "react"
import { withChapters } from "../../platform/language/texts.ts"
import { closePage, useOpenPage } from "../../state/open-page.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"

const PagePanel = lazyPart(() => withChapters(import("./page-panel.tsx"), "sharing"))

/** Beside the conversation, or above it where there is little room: the page that the reader has opened. */
export function PagePanelHost() {
  const page = useOpenPage((state) => state.page)
  // What stands beside it gets narrower (`app.module.css`).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-page-open", page !== undefined)
  }, [page])
  return page && <PagePanel page={page} onMissing={closePage} />
}
