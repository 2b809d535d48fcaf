import { useEffect, useState } from "react"
import { fieldsOf } from "#core/lib/read-value.ts"
import { damagedFile, damagedRows } from "../../platform/copy/damaged-file.ts"
import { dataTexts } from "../../platform/data-texts.ts"
import type { DamageNote } from "../../platform/damaged-rows.ts"
import { presentCount } from "../../platform/present.ts"
import { saveFile } from "../../platform/save-file.ts"
import { texts } from "../../platform/texts.ts"
import { damageWasTold } from "../../state/damage.ts"
import { topicOf } from "../../state/unsaved.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import styles from "./damage-notice.module.css"

/** Most that are named one by one. */
const mostNamed = 3

/** Says, once, that damaged records were put aside, what they are, and offers them as they are. */
export default function DamageNotice() {
  const t = dataTexts().damage
  const [notes, setNotes] = useState<readonly DamageNote[]>([])
  const [isFailed, setFailed] = useState(false)
  useEffect(() => void damagedRows().then(setNotes, () => undefined), [])
  const save = async () => {
    try {
      saveFile(`prosa-${Date.now()}.json`, await damagedFile())
      damageWasTold()
    } catch {
      setFailed(true)
    }
  }
  const counts = new Map<string, number>()
  for (const name of notes.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${presentCount(count)})`))
  return (
    <div className={styles.notice} role="status">
      <div className={styles.words}>
        <p>{isFailed ? t.saveFailed : t.text}</p>
        {names.length > 0 && (
          <ul>
            {names.slice(0, mostNamed).map((name) => (
              <li key={name}>{name}</li>
            ))}
            {names.length > mostNamed && <li>+ {presentCount(names.length - mostNamed)}</li>}
          </ul>
        )}
      </div>
      <Button icon="download" onClick={() => void save()}>
        {t.save}
      </Button>
      <IconButton icon="close" label={texts().shell.close} onClick={damageWasTold} />
    </div>
  )
}

/** Longest name of a record, in UTF-16 units. */
const longest = 60

/** What a record is, in the reader's words: its kind, and what it is called or belongs to. */
function nameOf({ store, row }: DamageNote): string {
  const { kinds } = dataTexts().wipe
  const { topic, title, name, sessionId } = fieldsOf(row)
  const called = [topic, title, name].find((word) => typeof word === "string" && word !== "")
  const place = called ?? (typeof sessionId === "string" ? topicOf(sessionId) : undefined)
  const kind = store === "settings" ? kinds.folders : kinds[store]
  return typeof place === "string" ? `${kind}: ${place.slice(0, longest)}` : kind
}
