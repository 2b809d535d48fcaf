import { useEffect, useState } from "react"
import { isSyncComplete } from "#core/settings/sync-config.ts"
import type { Unfamiliar } from "#core/sync/unfamiliar.ts"
import { formatCount, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { checkStorage, decisionWords, startAutoSync, syncNow, wayOn } from "../../state/auto-sync.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { restoreKept } from "../../state/kept-store.ts"
import { dropNoted, useSyncRun, type Noted, type SyncEnd } from "../../state/sync-notes.ts"
import { changeSync, useSync } from "../../state/sync-store.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { SwitchControl } from "../../ui/setting-controls.tsx"
import { showToast } from "../../ui/toast.tsx"
import styles from "./settings.module.css"

/** How far sync has come, what the last one brought, and the buttons for another. */
export function SyncStatus() {
  const [t, settings] = [chapterTexts("sync"), chapterTexts("settings")]
  const sync = useSync()
  const { isRunning, end } = useSyncRun()
  const [isChecking, setChecking] = useState(false)
  const isReady = isSyncComplete(sync)
  useEffect(() => {
    if (isReady) startAutoSync({ isBeingSetUp: true })
  }, [isReady])
  const check = async () => {
    if (isChecking) return
    setChecking(true)
    const isGood = await checkStorage()
    setChecking(false)
    showToast({ text: isGood ? t.good : t.bad })
  }
  const begin = async (yes: { readonly isReplacing?: true; readonly isAgreedTo?: true } = {}) => {
    const ended = await syncNow(yes)
    if (ended === undefined) return
    const strange = strangeIn(ended)
    if (strange !== undefined) await join(strange)
    else showToast({ text: ended.type === "synced" ? t.done : t.failed })
  }
  const replace = async () => {
    if (await askToConfirm({ text: t.replaceConfirm, confirm: t.replace, danger: true }))
      await begin({ isReplacing: true })
  }
  const join = async ({ there, here }: Unfamiliar) => {
    const facts = [
      { name: t.joinThere, value: formatCount(there) },
      { name: t.joinHere, value: formatCount(here) },
    ]
    if (await askToConfirm({ text: t.joinQuestion, facts, confirm: t.join, danger: true }))
      await begin({ isAgreedTo: true })
  }
  const last =
    sync.lastSyncTime === 0 ? settings.syncNever : settings.syncLast(formatMoment(sync.lastSyncTime), sync.lastProvider)
  const isBroken =
    end?.type === "failed" && ["empty", "unreadable", "damaged"].includes(end.trouble.kind) && isReady && !isRunning
  const strange = isReady && !isRunning && end !== undefined ? strangeIn(end) : undefined
  return (
    <>
      <div role="status" className={styles.quiet}>
        <p>{!isReady ? settings.syncNotReady : isRunning ? t.running : last}</p>
        {isReady && !isRunning && end !== undefined && <SyncEnded end={end} />}
      </div>
      {isReady && (
        <div className={styles.inline} data-wide>
          <Button aria-busy={isRunning} onClick={() => void begin()}>
            {t.now}
          </Button>
          <Button aria-busy={isChecking} onClick={() => void check()}>
            {t.check}
          </Button>
          {isBroken && (
            <Button variant="danger" onClick={() => void replace()}>
              {t.replace}
            </Button>
          )}
          {strange !== undefined && <Button onClick={() => void join(strange)}>{`${t.join}…`}</Button>}
        </div>
      )}
    </>
  )
}

/** Where a sync ended because what lies there may be somebody else's. */
function strangeIn(end: SyncEnd): Unfamiliar | undefined {
  return end.type === "failed" && end.trouble.kind === "unfamiliar" ? end.trouble : undefined
}

function SyncEnded({ end }: { readonly end: SyncEnd }) {
  const t = chapterTexts("sync")
  if (strangeIn(end) !== undefined) return <p className={styles.warn}>{t.unfamiliar}</p>
  if (end.type === "failed")
    return (
      <p className={styles.bad}>
        {t.failed}
        {". "}
        {reasonOf(end)}
      </p>
    )
  const { up, down, deleted, skipped } = end
  const [sent, received, removed] = [up.messages, down.messages, deleted.messages]
  const hasMessages = sent + received + removed > 0
  // A conversation in which something was said is told by that.
  const changes = [up, down, deleted].map(({ sessions, others }) => others + (hasMessages ? 0 : sessions))
  const [changed, got, gone] = changes.map(formatCount)
  return (
    <>
      <p>{hasMessages ? t.counts(formatCount(sent), formatCount(received), formatCount(removed)) : t.done}</p>
      {changes.some((count) => count > 0) && <p>{t.changes(changed ?? "", got ?? "", gone ?? "")}</p>}
      <p>{t.pictures}</p>
      {skipped > 0 && <p>{t.skipped(formatCount(skipped))}</p>}
    </>
  )
}

function reasonOf({ trouble, at }: Extract<SyncEnd, { readonly type: "failed" }>): string {
  const t = chapterTexts("sync")
  switch (trouble.kind) {
    case "moved":
      // It leads to another place on the same host: a page to sign in, most often.
      return trouble.host === undefined ? t.stranger : t.moved(trouble.host)
    case "status":
      return [t.answer(String(trouble.status)), ...(trouble.text === undefined ? [] : [`(${trouble.text})`])].join(" ")
    case "wait":
    case "waitHere":
      return t[trouble.kind](formatMoment(at + trouble.ms))
    case "too-large":
      return t.full
    case "not-a-store":
      return trouble.text
    case "stranger":
      return t.stranger
    case "empty":
    case "unreadable":
    case "damaged":
      return t.broken
    default:
      return t[trouble.kind]
  }
}

export function AutomaticSwitch() {
  const checked = useSync((sync) => sync.automatic)
  return <SwitchControl checked={checked} onChange={(automatic) => changeSync({ automatic })} />
}

/** What is still to be told of what was decided. A conversation that lives again, as an answer arrived in it, was not deleted. */
export function useNoted(): readonly Noted[] {
  const noted = useSyncRun((run) => run.noted)
  const living = useConversations(({ sessions }) =>
    noted.map(({ type, kind, id }) => type === "removed" && kind === "sessions" && sessions[id] !== undefined).join(),
  ).split(",")
  return noted.filter((_one, at) => living[at] !== "true")
}

/** What was decided without asking, each with a way on. */
export function SyncDecisions() {
  const noted = useNoted()
  if (noted.length === 0) return null
  return (
    <ul className={styles.imports}>
      {noted.map((one) => (
        <Decided key={one.noteId} noted={one} />
      ))}
    </ul>
  )
}

function Decided({ noted }: { readonly noted: Noted }) {
  const t = chapterTexts("sync")
  const way = wayOn(noted)
  const restore = async () => showToast({ text: (await restoreKept(noted.kind, noted.id)) ? t.restored : t.gone })
  return (
    <li>
      <span>{decisionWords(noted)}</span>
      <span className={styles.inline}>
        {noted.type === "removed" && <Button onClick={() => void restore()}>{t.restore}</Button>}
        {noted.type !== "removed" && way !== undefined && <Button onClick={way}>{t.open}</Button>}
        <Button onClick={() => dropNoted(noted.noteId)}>{t.seen}</Button>
      </span>
    </li>
  )
}
