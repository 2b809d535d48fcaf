import { useEffect, useState } from "react"
import type { SharedLink } from "#core/shares/shared-link.ts"
import { dayOf } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { closeShareDialog } from "../../state/share-dialogs.ts"
import { sharedLinks, takeBack } from "../../state/shared-links.ts"
import { IconButton } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import styles from "./share.module.css"

/** The links that were made in this browser, each with the way to take it back. */
export function LinksDialog() {
  const t = chapterTexts("sharing")
  const { records, isLoaded } = sharedLinks.use()
  useEffect(() => void sharedLinks.load(), [])
  return (
    <Dialog open onClose={closeShareDialog} title={t.links}>
      {isLoaded && records.length === 0 && <p>{t.noLinks}</p>}
      <ul className={styles.links}>
        {records.map(({ id, value }) => (
          <LinkRow key={id} link={value} />
        ))}
      </ul>
    </Dialog>
  )
}

function LinkRow({ link }: { readonly link: SharedLink }) {
  const t = chapterTexts("sharing")
  const remove = async () => {
    const isGone = await takeBack(link)
    showToast({ text: isGone ? t.removed : t.unreachable })
  }
  const [now] = useState(Date.now)
  const isOver = link.expiresAt <= now
  return (
    <li>
      <a href={link.url} target="_blank" rel="noopener noreferrer">
        {link.title}
      </a>
      <small>
        {link.kind === "page" ? t.page : t.conversation} · {isOver ? t.expired : t.expires(dayOf(link.expiresAt))}
      </small>
      <span className={styles.rowActions}>
        <IconButton icon="copy" label={t.copy} onClick={() => void copyAndSay(link.url)} />
        <IconButton icon="trash" label={t.remove} onClick={() => void remove()} />
      </span>
    </li>
  )
}
