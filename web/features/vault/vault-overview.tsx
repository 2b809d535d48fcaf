import { useState } from "react"
import { formatBytes, formatCount, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { syncNow } from "../../platform/vault/keep-vault.ts"
import type { OpenVault } from "../../platform/vault/vault-database.ts"
import { leaveVault, renameDevice, renewVault } from "../../platform/vault/vault-setup.ts"
import { closeVaultDialog, makerHeaders, refreshVault } from "../../state/vault-store.ts"
import { troubleWords } from "../../state/vault-trouble.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import { askForText } from "../../ui/prompt.tsx"
import { failureWords } from "./failure-words.ts"
import styles from "./vault.module.css"

interface OverviewProps {
  readonly vault: OpenVault
  /** Whoever looked at the words is back at the button for it. */
  readonly isFromWords: boolean
  readonly onWords: () => void
  readonly onPair: () => void
  readonly onJoin: () => void
}

/** What is in the vault: whether all is there, how much it is, and which devices have it. */
export function VaultOverview({ vault, isFromWords, onWords, onPair, onJoin }: OverviewProps) {
  const t = chapterTexts("vault")
  const [trouble, setTrouble] = useState("")
  const { state, report } = vault
  const isGone = report?.trouble === "gone"

  const renew = async () => {
    if (!(await askToConfirm({ text: t.renewConfirm, confirm: t.renew, danger: true }))) return
    const goesOnUnread = () => askToConfirm({ text: t.unread, confirm: t.renew, danger: true })
    const failure = await renewVault(await makerHeaders(), state, goesOnUnread)
    await refreshVault()
    if (failure === undefined) onWords()
    else if (failure !== "unread") setTrouble(failureWords(failure))
  }
  const leave = async (deletes: boolean) => {
    const question = deletes ? { text: t.removeConfirm, confirm: t.remove } : { text: t.leaveConfirm, confirm: t.leave }
    if (!(await askToConfirm({ ...question, danger: true }))) return
    const goesOnUnread = () => askToConfirm({ text: t.unread, confirm: t.remove, danger: true })
    const failure = await leaveVault(state, deletes, goesOnUnread)
    await refreshVault()
    if (failure !== undefined && failure !== "unread") setTrouble(failureWords(failure))
  }

  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.title}
      actions={
        isGone ? (
          <Button variant="primary" data-autofocus onClick={onJoin}>
            {t.enterWords}
          </Button>
        ) : (
          <Button variant="primary" icon="plus" data-autofocus onClick={onPair}>
            {t.addDevice}
          </Button>
        )
      }
    >
      <div className={styles.content}>
        <Standing report={report} />
        {!isGone && report !== undefined && report.quota > 0 && (
          <div className={styles.space}>
            <span>{t.space}</span>
            <span>{t.spaceOf(formatBytes(report.bytes), formatBytes(report.quota))}</span>
            <meter min={0} max={report.quota} value={report.bytes} aria-label={t.space} />
          </div>
        )}
        {!isGone && <Devices vault={vault} />}
        {trouble !== "" && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
        {!isGone && <p className={styles.quiet}>{t.renewHint}</p>}
        <div className={styles.tools}>
          {!isGone && (
            <>
              <Button icon="key" data-autofocus={isFromWords || undefined} onClick={onWords}>
                {t.showWords}
              </Button>
              <Button icon="retry" onClick={() => void renew()}>
                {t.renew}
              </Button>
            </>
          )}
          <Button onClick={() => void leave(false)}>{t.leave}</Button>
          {!isGone && (
            <Button variant="danger" icon="trash" onClick={() => void leave(true)}>
              {t.remove}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Whether all is where it should be, in a sentence. */
function Standing({ report }: { readonly report: OpenVault["report"] }) {
  const t = chapterTexts("vault")
  const trouble = report?.trouble && troubleWords(report.trouble)
  const when = report === undefined || report.at === 0 ? undefined : formatMoment(report.at)
  const isAny = report !== undefined && report.up + report.down > 0
  const exchanged = isAny ? ` · ${t.exchanged(formatCount(report.up), formatCount(report.down))}` : ""
  return (
    <div className={styles.standing} role="status">
      <span className={styles.tile} data-trouble={trouble !== undefined || undefined}>
        <Icon name={trouble === undefined ? "check" : "warning"} size={24} />
      </span>
      <div>
        <b>{trouble ?? (when === undefined ? t.syncing : t.fresh)}</b>
        {when !== undefined && <p>{trouble === undefined ? when + exchanged : when}</p>}
        {report?.tooLarge !== undefined && report.tooLarge > 0 && (
          <p className={styles.trouble}>{t.tooLarge(formatCount(report.tooLarge))}</p>
        )}
        {trouble === undefined && report?.late !== undefined && report.late > 0 && (
          <p className={styles.trouble}>{t.late(formatCount(report.late))}</p>
        )}
        {report?.notice && report.trouble !== "gone" && <p className={styles.trouble}>{t.noticed}</p>}
      </div>
      <Button icon="retry" onClick={syncNow}>
        {t.syncNow}
      </Button>
    </div>
  )
}

function Devices({ vault: { state, report } }: { readonly vault: OpenVault }) {
  const t = chapterTexts("vault")
  const others = (report?.devices ?? []).filter(({ device }) => device !== state.device)
  const rename = async () => {
    const name = await askForText({ title: t.rename, value: state.name, rows: 1 })
    if (name === undefined || name.trim() === "") return
    await renameDevice(name.trim().slice(0, 80))
    await refreshVault()
  }
  return (
    <section aria-label={t.devices}>
      <h3>{t.devices}</h3>
      <ul className={styles.devices}>
        <li>
          <span>
            <b>{state.name || t.unnamed}</b>
            <small className={styles.tag}>{t.thisDevice}</small>
          </span>
          <IconButton icon="edit" label={t.rename} onClick={() => void rename()} />
        </li>
        {others.map(({ device, seenAt }) => (
          <li key={device}>
            <span>
              <b>{state.names[device] ?? t.unnamed}</b>
              <small>{t.seen(formatMoment(seenAt))}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
