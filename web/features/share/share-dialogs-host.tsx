import { useEffect } from "react"
import { withChapters } from "../../platform/language/texts.ts"
import { closeShareDialog, openShareDialog, useShareDialogs } from "../../state/share-dialogs.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { pageUrl, showUrl } from "../../platform/browser/page-address.ts"

const ShareDialogs = lazyPart(() => withChapters(import("./share-dialogs.tsx"), "sharing"))

/**
 * The windows about links; their content loads when one is first opened. A page that was opened by the link of a shared conversation
 * (`/chat?shared=…`) offers a copy of it, once: the name is taken out of the address.
 */
export function ShareDialogsHost() {
  const open = useShareDialogs((state) => state.open)
  useEffect(() => {
    const url = pageUrl()
    const id = url.searchParams.get("shared")
    if (id === null) return
    url.searchParams.delete("shared")
    showUrl(url)
    if (id !== "") openShareDialog({ kind: "received", id })
  }, [])
  return open && <ShareDialogs open={open} onMissing={closeShareDialog} />
}
