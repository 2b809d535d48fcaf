import { useEffect, useState } from "react"
import { chatAddress } from "#core/screens/screens.ts"
import { goTo } from "../../platform/browser/navigation.ts"
import { dayOf, formatCount, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { KeptRecord } from "../../platform/sync/kept-records.ts"
import { restoreKept, useKept, watchKept } from "../../state/kept-store.ts"
import { Button } from "../../ui/button.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toast.tsx"
import styles from "./kept-list.module.css"

/** How many are drawn at first, and how many more at a press. */
const [drawnAtFirst, drawnMore] = [6, 20]

const icons: Readonly<Record<KeptRecord["kind"], IconName>> = {
  sessions: "chat",
  messages: "selectText",
  folders: "folder",
  prompts: "file",
  masks: "mask",
  plugins: "plug",
}

/** Whether sync deleted anything that can still be had back; followed as long as the settings are open. */
export function useHasKept(): boolean {
  useEffect(watchKept, [])
  return useKept(({ kept }) => kept.length > 0)
}

/** What sync deleted here, each with a way back. */
export function KeptList() {
  const t = chapterTexts("sync").deleted
  const kept = useKept((state) => state.kept)
  const [most, setMost] = useState(drawnAtFirst)
  const left = kept.length - most
  return (
    <>
      <ul className={styles.list}>
        {kept.slice(0, most).map((one) => (
          <KeptRow key={`${one.kind}/${one.id}`} record={one} />
        ))}
      </ul>
      {left > 0 && (
        <Button className={styles.more} onClick={() => setMost(most + drawnMore)}>
          {t.more(formatCount(left))}
        </Button>
      )}
    </>
  )
}

function KeptRow({ record }: { readonly record: KeptRecord }) {
  const t = chapterTexts("sync")
  const { kind, id, at, until, words, sessionId } = record
  const [isBusy, setBusy] = useState(false)
  const title = record.title === "" ? t.untitled : record.title
  const isMessage = kind === "messages"
  const name = words === "" ? title : words
  const restore = async (row: Element | null) => {
    if (isBusy) return
    setBusy(true)
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector("button")
    const isBack = await restoreKept(kind, id)
    setBusy(false)
    // The row has gone with the button that had the focus.
    if (document.activeElement === document.body) next?.focus({ preventScroll: true })
    const open = { text: t.open, onClick: () => goTo(chatAddress(sessionId ?? "")) }
    showToast({
      text: isBack ? t.restored : t.gone,
      ...(isBack && sessionId !== undefined ? { action: open, durationMs: 5_000 } : {}),
    })
  }
  return (
    <li>
      <span className={styles.tile}>
        <Icon name={icons[kind]} size={20} />
      </span>
      <span className={styles.words}>
        <b dir="auto">{name}</b>
        <small>
          {isMessage ? t.deleted.message(title) : t.deleted.kinds[kind]}
          <br />
          {t.deleted.dates(formatMoment(at), dayOf(until))}
        </small>
      </span>
      <Button
        aria-label={`${t.restore}: ${name}`}
        aria-busy={isBusy}
        onClick={({ currentTarget }) => void restore(currentTarget.closest("li"))}
      >
        {t.restore}
      </Button>
    </li>
  )
}
