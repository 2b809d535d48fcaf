import { shareText } from "../../platform/browser/share-text.ts"
import { isFailure, sharePage } from "../../platform/gateway/sharing-client.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { authHeaders } from "../../state/access-store.ts"
import { openShareDialog } from "../../state/share-dialogs.ts"
import { linkOf, rememberLink } from "../../state/shared-links.ts"
import { showToast } from "../../ui/toast.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"

/** Makes a link to a page and hands it to the device's own sheet, else to the clipboard. */
export async function sharePageLink(html: string, title: string): Promise<void> {
  const made = await sharePage(html, authHeaders())
  const t = chapterTexts("sharing")
  if (isFailure(made)) return showToast({ text: made.message === "" ? t.failed : `${t.failed}. ${made.message}` })
  const link = linkOf("page", title, made)
  if (!(await rememberLink(link))) return openShareDialog({ kind: "made", link, isKept: false })
  if ((await shareText(title, made.url)) === "missing") await copyAndSay(made.url)
}
