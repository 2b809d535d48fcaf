import { useEffect } from "react"
import { formatDollars, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { checkUsage, checkVersion, useUpdate } from "../../state/update-store.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import type { Chapter } from "./chapter.ts"
import { entry } from "../../ui/setting-entry.tsx"
import styles from "./settings.module.css"

/** The settings chapter about the account's usage and the running version. */
export function aboutChapter({ hidesBalance }: { readonly hidesBalance: boolean }): Chapter {
  const t = chapterTexts("settings")
  return {
    id: "uso",
    title: t.about,
    entries: [
      !hidesBalance && entry(t.usage, t.usageHint, <UsageButton />, { note: <Usage />, isPlain: true }),
      entry(t.version, t.versionHint, <VersionButton />, { note: <Version />, isPlain: true }),
    ],
  }
}

function UsageButton() {
  const t = chapterTexts("settings")
  const isChecking = useUpdate(({ usage }) => usage === "checking")
  return (
    <Button icon="retry" disabled={isChecking} aria-label={`${t.check}: ${t.usage}`} onClick={() => void checkUsage()}>
      {isChecking ? t.checkingNow : t.check}
    </Button>
  )
}

function Usage() {
  const t = chapterTexts("settings")
  const { usage, used, subscription } = useUpdate()
  const amount = (dollars: number | undefined) => (dollars === undefined ? t.unknownAmount : formatDollars(dollars))
  return (
    <p role="status" className={styles.result}>
      {usage === "known" && t.usageResult(amount(used), amount(subscription))}
      {usage === "no-access" && <span className={styles.warn}>{t.usageNoAccess}</span>}
      {usage === "failed" && <span className={styles.warn}>{t.usageFailed}</span>}
    </p>
  )
}

function VersionButton() {
  const t = chapterTexts("settings")
  const isChecking = useUpdate(({ check }) => check === "checking")
  useEffect(() => void checkVersion({ force: false }), [])
  return (
    <Button
      icon="retry"
      disabled={isChecking}
      aria-label={`${t.check}: ${t.version}`}
      onClick={() => void checkVersion({ force: true })}
    >
      {isChecking ? t.checkingNow : t.check}
    </Button>
  )
}

function Version() {
  const t = chapterTexts("settings")
  const { check, version, versionType, remoteVersion, trouble, link } = useUpdate()
  const shown = (told: string) => (versionType === "date" && /^\d{10,}$/.test(told) ? formatMoment(Number(told)) : told)
  return (
    <p role="status" className={styles.result}>
      {version !== "" && <span>{t.versionIs(shown(version))}</span>}
      {check === "latest" && <span className={styles.good}>{t.versionLatest}</span>}
      {check === "incomparable" && <span>{t.versionNotCompared}</span>}
      {check === "failed" && <span className={styles.warn}>{trouble || t.balanceUnreachable}</span>}
      {check === "newer" && (
        <>
          <span className={styles.good}>{t.versionNew(shown(remoteVersion))}</span>
          {link !== "" && <ButtonLink href={link}>{t.versionOpen}</ButtonLink>}
        </>
      )}
    </p>
  )
}
