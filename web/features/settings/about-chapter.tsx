import { useEffect, useSyncExternalStore } from "react"
import { askToInstall, installWay, onInstallChange } from "../../platform/browser/install-way.ts"
import { formatDollars, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { installation } from "../../state/installation.ts"
import { checkUsage, checkVersion, useUpdate } from "../../state/update-store.ts"
import { useEmitter } from "../../ui/emitter.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import type { Chapter } from "./chapter.ts"
import { entry } from "../../ui/setting-entry.tsx"
import styles from "./settings.module.css"
import { buildKind } from "../../platform/browser/build-kind.ts"

/** The settings chapter about the account's usage and the running version. */
export function aboutChapter({ hidesBalance }: { readonly hidesBalance: boolean }): Chapter {
  const t = chapterTexts("settings")
  const { app, appHint } = chapterTexts("offline")
  return {
    id: "uso",
    title: t.about,
    entries: [
      !hidesBalance && entry(t.usage, t.usageHint, <UsageButton />, { note: <Usage />, isPlain: true }),
      entry(t.version, t.versionHint, <VersionButton />, { note: <Version />, isPlain: true }),
      buildKind() === "web" && entry(app, appHint, <InstallButton />, { note: <InstallWords />, isPlain: true }),
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

const useInstallWay = () => useSyncExternalStore(onInstallChange, installWay)

/** The browser's own question, where it has one. */
function InstallButton() {
  const isOffered = useInstallWay() === "prompt"
  return isOffered ? <Button onClick={() => void askToInstall()}>{chapterTexts("offline").install}</Button> : null
}

function InstallWords() {
  const t = chapterTexts("offline")
  const words = { installed: t.installed, prompt: undefined, ios: t.installOnIos, words: t.installByMenu }[
    useInstallWay()
  ]
  return words === undefined ? null : <p className={styles.result}>{words}</p>
}

function Version() {
  const t = chapterTexts("settings")
  const { check, version, versionType, remoteVersion, trouble, link } = useUpdate()
  const { update } = useEmitter(installation)
  const offline = chapterTexts("offline")
  const shown = (told: string) => (versionType === "date" && /^\d{10,}$/.test(told) ? formatMoment(Number(told)) : told)
  return (
    <p role="status" className={styles.result}>
      {version !== "" && <span>{t.versionIs(shown(version))}</span>}
      {update && (
        <>
          <span className={styles.good}>{offline.newVersion}</span>
          <Button onClick={update}>{offline.update}</Button>
        </>
      )}
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
