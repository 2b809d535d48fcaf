import { useCallback, useEffect, useState } from "react"
import { titleOfPage } from "#core/shares/page-source.ts"
import { useLocation } from "../../platform/browser/links.ts"
import { isFailure, readSharedPage, reportShared, type ShareFailure } from "../../platform/gateway/sharing-client.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Screen } from "../../ui/screen.tsx"
import { showToast } from "../../ui/toast.tsx"
import { usePageTitle } from "../../ui/use-page-title.ts"
import styles from "./artifact-screen.module.css"
import { PageFrame } from "./page-frame.tsx"

/** A page that somebody shared, under words of ours that it cannot reach. */
export default function ArtifactScreen() {
  const [path] = useLocation()
  const id = path.replace(/\/$/, "").split("/").at(-1) ?? ""
  const t = chapterTexts("sharing")
  const [found, setFound] = useState<{ readonly html: string } | ShareFailure>()
  const load = useCallback(() => void readSharedPage(id).then(setFound), [id])
  useEffect(load, [load])
  const name = texts().shell.artifact
  const title = (found && !isFailure(found) && titleOfPage(found.html)) || name
  usePageTitle(title)

  if (found === undefined) return <div aria-busy="true" className={styles.screen} />
  if (isFailure(found)) {
    const isKnown = found.status === 404 || found.status === 410
    return (
      <Screen title={name}>
        <Notice text={found.status === 404 ? t.missing : found.status === 410 ? t.gone : t.unreachable}>
          {!isKnown && <Button onClick={load}>{t.again}</Button>}
          <ButtonLink href="/" variant="primary">
            {texts().shell.backToChat}
          </ButtonLink>
        </Notice>
      </Screen>
    )
  }
  return (
    <div className={styles.screen}>
      <header className={styles.banner}>
        <p>{t.foreign}</p>
        <Button
          onClick={() =>
            void reportShared(id).then((isSent) => showToast({ text: isSent ? t.reported : t.unreachable }))
          }
        >
          {t.report}
        </Button>
        <ButtonLink href="/">{texts().shell.backToChat}</ButtonLink>
      </header>
      <h1 className={styles.title}>{title}</h1>
      <PageFrame html={found.html} title={title} />
    </div>
  )
}
