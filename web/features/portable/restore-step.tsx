import { useState } from "react"
import { formatBytes, formatCount, formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { CopyFacts } from "../../platform/portable/import-messages.ts"
import { adoptLocal, openSecrets, type LocalTexts } from "../../platform/storage/copy/adopt-local.ts"
import { readStorageFacts } from "../../platform/storage/storage-facts.ts"
import { Button } from "../../ui/button.tsx"
import { PasswordInput } from "../../ui/password-input.tsx"
import { Check } from "./check.tsx"
import styles from "./portable.module.css"
import { saveBackup } from "./save-backup.ts"
import { openAnew } from "../../platform/browser/page-address.ts"

/** A backup of ours before it is restored: what is in it, and whether it joins what is here or takes its place. */
export function RestoreStep({
  copy,
  restore,
}: {
  readonly copy: CopyFacts
  /** `adopt` takes over what is no record, where it can. False: something is missing, which its user reads first. */
  readonly restore: (copy: CopyFacts, isReplacing: boolean, adopt: () => boolean) => Promise<boolean>
}) {
  const t = chapterTexts("portable").restore
  const { labels } = chapterTexts("portable").import
  const [isReplacing, setReplacing] = useState(false)
  const [takesSettings, setTakesSettings] = useState(false)
  const [passphrase, setPassphrase] = useState("")
  const [trouble, setTrouble] = useState<"passphrase" | "room" | "copy">()
  const [isBusy, setBusy] = useState(false)
  const { counts } = copy
  const facts = [
    [labels.chats, counts["sessions"] ?? 0],
    [labels.messages, counts["messages"] ?? 0],
    [labels.pictures, counts["images"] ?? 0],
    [labels.prompts, counts["prompts"] ?? 0],
    [labels.masks, counts["masks"] ?? 0],
  ] as const
  const begin = async () => {
    setTrouble(undefined)
    setBusy(true)
    try {
      let secrets: LocalTexts = {}
      if (passphrase !== "" && copy.secrets !== undefined) {
        const opened = await openSecrets(copy.secrets, passphrase)
        if (opened === undefined) return setTrouble("passphrase")
        secrets = opened
      }
      if (!(await hasRoom(copy.imageBytes))) return setTrouble("room")
      // What is here goes nowhere before a copy of it was handed over.
      if (isReplacing && !(await saveBackup())) return setTrouble("copy")
      const adopt = () => adoptLocal(takesSettings || isReplacing ? copy.local : {}, secrets, isReplacing)
      if (await restore(copy, isReplacing, adopt)) openAnew()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div>
        <h3 className={styles.big}>{t.title}</h3>
        {copy.savedAt !== undefined && !Number.isNaN(Date.parse(copy.savedAt)) && (
          <p className={styles.soft}>{t.savedAt(formatMoment(Date.parse(copy.savedAt)))}</p>
        )}
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, count], at) => (
          <div key={at}>
            <dd>{formatCount(count)}</dd>
            <dt>{label(count)}</dt>
          </div>
        ))}
      </dl>
      <fieldset className={styles.choices}>
        <Choice name={t.join} hint={t.joinHint} checked={!isReplacing} onChoose={() => setReplacing(false)} />
        <Choice name={t.replace} hint={t.replaceHint} checked={isReplacing} onChoose={() => setReplacing(true)} />
      </fieldset>
      {!isReplacing && <Check checked={takesSettings} onChange={setTakesSettings} text={t.takeSettings} />}
      {copy.secrets !== undefined && (
        <label className={styles.field}>
          <span>{t.passphrase}</span>
          <PasswordInput
            autoComplete="off"
            value={passphrase}
            aria-invalid={trouble === "passphrase"}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        </label>
      )}
      {trouble !== undefined && (
        <p role="alert">{trouble === "room" ? t.noRoom(formatBytes(copy.imageBytes)) : t.troubles[trouble]}</p>
      )}
      <div className={styles.tools}>
        <Button variant="primary" aria-disabled={isBusy} onClick={() => !isBusy && void begin()}>
          {t.button}
        </Button>
      </div>
    </>
  )
}

function Choice({
  name,
  hint,
  checked,
  onChoose,
}: {
  readonly name: string
  readonly hint: string
  readonly checked: boolean
  readonly onChoose: () => void
}) {
  return (
    <label className={styles.choice}>
      <input type="radio" name="restore" checked={checked} onChange={onChoose} />
      <b>{name}</b>
      <small>{hint}</small>
    </label>
  )
}

/** Whether the browser has room for what comes, twice: a little more is used while it is written. */
async function hasRoom(bytes: number): Promise<boolean> {
  const { free } = await readStorageFacts()
  return free === undefined || free > bytes * 1.2
}
