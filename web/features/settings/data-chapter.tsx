import { useEffect, useState } from "react"
import { damagedFile } from "../../platform/storage/copy/damaged-file.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { formatBytes, formatCount } from "../../platform/language/format.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { protectStorage, readStorageFacts, type StorageFacts } from "../../platform/storage/storage-facts.ts"
import { resetConfig } from "../../state/config-store.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { refreshPrompts, usePrompts } from "../../state/prompt-store.ts"
import { refreshMasks, useListedBuiltin, useMasks } from "../../state/mask-store.ts"
import { openShareDialog } from "../../state/share-dialogs.ts"
import { openWipe } from "../../state/wipe-dialog.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { showToast } from "../../ui/toast.tsx"
import type { Chapter } from "./chapter.ts"
import { entry } from "../../ui/setting-entry.tsx"
import { BackupButton, ImportButton, RecentImports } from "./portable-settings.tsx"
import styles from "./settings.module.css"

/** The settings chapter about this browser's data and how to delete it. `hasDamage`: damaged records were put aside. */
export function dataChapter(hasDamage: boolean): Chapter {
  const t = chapterTexts("settings")
  const portable = chapterTexts("portable")
  return {
    id: "dados",
    title: t.data,
    entries: [
      entry(t.overview, t.overviewHint, null, { note: <Overview />, isPlain: true }),
      entry(t.storage, t.storageHint, <Storage />, { isPlain: true }),
      entry(portable.backup.title, portable.backup.hint, <BackupButton />, { isPlain: true }),
      entry(portable.import.title, portable.import.hint, <ImportButton />, { isPlain: true }),
      entry(portable.import.history, portable.import.historyHint, null, { note: <RecentImports />, isPlain: true }),
      entry(
        chapterTexts("sharing").links,
        chapterTexts("sharing").linksHint,
        <Button onClick={() => openShareDialog({ kind: "links" })}>{chapterTexts("sharing").links}</Button>,
        { isPlain: true },
      ),
      entry(
        t.resetSettings,
        t.resetSettingsHint,
        <Button onClick={() => void resetSettings()}>{t.resetSettingsButton}</Button>,
        { isPlain: true },
      ),
      hasDamage &&
        entry(chapterTexts("data").damage.title, chapterTexts("data").damage.hint, <SaveDamaged />, { isPlain: true }),
      entry(
        t.clearData,
        t.clearDataHint,
        <Button variant="danger" icon="trash" onClick={openWipe}>
          {t.clearDataButton}
        </Button>,
        { isPlain: true },
      ),
    ],
  }
}

function Overview() {
  const t = chapterTexts("settings")
  const sessions = useConversations((state) => state.sessions)
  const { own, builtin } = usePrompts()
  const masks = useMasks((state) => state.own.length) + useListedBuiltin().length
  useEffect(() => void Promise.all([refreshPrompts(), refreshMasks()]), [])
  const kept = Object.values(sessions).filter(({ temporary }) => temporary !== true)
  const facts = [
    [t.overviewChats, kept.length],
    [t.overviewMessages, kept.reduce((sum, { messageCount }) => sum + messageCount, 0)],
    [t.overviewPrompts, own.length + builtin.length],
    [t.overviewMasks, masks],
  ] as const
  return (
    <dl className={styles.overview}>
      {facts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Storage() {
  const t = chapterTexts("settings")
  const [facts, setFacts] = useState<StorageFacts>()
  const refresh = () => void readStorageFacts().then(setFacts)
  useEffect(refresh, [])
  const protect = async () => {
    if (!(await protectStorage())) showToast({ text: t.protectRefused })
    refresh()
  }
  if (facts === undefined) return null
  return (
    <span className={styles.inline} data-wide>
      <span className={styles.quiet}>
        {facts.used === undefined ? t.storageUnknown : t.storageUsed(formatBytes(facts.used))}
        {" · "}
        {facts.isProtected ? t.storageProtected : t.storageOpen}
      </span>
      {!facts.isProtected && <Button onClick={() => void protect()}>{t.protect}</Button>}
    </span>
  )
}

function SaveDamaged() {
  return (
    <Button icon="download" onClick={() => void saveDamaged()}>
      {chapterTexts("data").damage.save}
    </Button>
  )
}

async function saveDamaged(): Promise<void> {
  try {
    saveFile(`prosa-${Date.now()}.json`, await damagedFile())
  } catch {
    showToast({ text: chapterTexts("data").damage.saveFailed })
  }
}

async function resetSettings(): Promise<void> {
  const t = chapterTexts("settings")
  if (!(await askToConfirm({ text: t.resetSettingsConfirm, confirm: t.resetSettingsButton, danger: true }))) return
  resetConfig()
  showToast({ text: t.settingsReset })
}
