import { useEffect, useRef, useState } from "react"
import { fileName } from "#core/lib/file-name.ts"
import { openLayer } from "../../platform/browser/history-layers.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { closePage, type OpenPage } from "../../state/open-page.ts"
import { IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Fullscreen } from "../../ui/fullscreen.tsx"
import { PageFrame } from "./page-frame.tsx"
import styles from "./page-panel.module.css"
import { sharePageLink } from "./share-page-link.ts"

/** A page and its source, with what can be done with it. */
export default function PagePanel({ page: { html, title } }: { readonly page: OpenPage }) {
  const t = chapterTexts("sharing")
  const [shown, setShown] = useState<"page" | "code">("page")
  const [turn, setTurn] = useState(0)
  const [isSharing, setSharing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => openLayer(closePage), [])
  useEffect(() => heading.current?.focus(), [html])

  async function share(): Promise<void> {
    if (!(await askToConfirm({ text: t.sharePageConfirm, confirm: t.create }))) return
    setSharing(true)
    await sharePageLink(html, title)
    setSharing(false)
  }

  return (
    <section
      className={styles.panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape" && document.fullscreenElement === null) closePage()
      }}
    >
      <Fullscreen className={styles.body}>
        {(full) => (
          <>
            <header className={styles.head}>
              <h2 ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </h2>
              <IconButton className={styles.close} icon="close" label={texts().shell.close} onClick={closePage} />
              <div className={styles.tabs} role="group" aria-label={title}>
                {(["page", "code"] as const).map((one) => (
                  <button key={one} type="button" aria-pressed={shown === one} onClick={() => setShown(one)}>
                    {t[one]}
                  </button>
                ))}
              </div>
              <IconButton icon="retry" label={t.reload} onClick={() => setTurn(turn + 1)} />
              <IconButton
                icon="download"
                label={t.download}
                onClick={() => saveFile(fileName(title, "html", "pagina"), new Blob([html], { type: "text/html" }))}
              />
              <IconButton icon="share" label={t.sharePage} disabled={isSharing} onClick={() => void share()} />
              {full}
            </header>
            {shown === "page" ? (
              <PageFrame key={turn} html={html} title={title} />
            ) : (
              <pre className={styles.source} tabIndex={0} dir="ltr" translate="no">
                <code>{html}</code>
              </pre>
            )}
            <footer className={styles.foot}>{t.isolated}</footer>
          </>
        )}
      </Fullscreen>
    </section>
  )
}
