import { useEffect, useState } from "react"
import { fieldsOf } from "#core/lib/fields.ts"
import { damagedFile, damagedRows } from "../../platform/storage/copy/damaged-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import type { DamageNote } from "../../platform/storage/damaged-rows.ts"
import { formatCount } from "../../platform/language/format.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { damageWasTold } from "../../state/damage.ts"
import { topicOf } from "../../state/unsaved.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import styles from "./damage-notice.module.css"
import bar from "./notice-bar.module.css"

/** Most that are named one by one. */
const mostNamed = 3

/** Says, once, that damaged records were put aside, what they are, and offers them as they are. */
export default function DamageNotice() {
  const t = chapterTexts("data").damage
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
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${formatCount(count)})`))
  return (
    <div className={bar.bar} role="status">
      <div className={classNames(bar.words, styles.words)}>
        <p>{isFailed ? t.saveFailed : t.text}</p>
        {names.length > 0 && (
          <ul>
            {names.slice(0, mostNamed).map((name) => (
              <li key={name}>{name}</li>
            ))}
            {names.length > mostNamed && <li>+ {formatCount(names.length - mostNamed)}</li>}
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

/** Names a record for the user: its kind, and its name or that of what it belongs to. */
function nameOf({ store, row }: DamageNote): string {
  const { kinds } = chapterTexts("data").wipe
  const { value = row } = fieldsOf(row)
  const { topic, title, name, sessionId } = fieldsOf(value)
  const called = [topic, title, name].find((word) => typeof word === "string" && word !== "")
  const place = called ?? (typeof sessionId === "string" ? topicOf(sessionId) : undefined)
  // A change that a page noted as it left is, for whoever made it, of messages.
  const kind =
    store === "settings"
      ? kinds.folders
      : store === "masks"
        ? texts().shell.masks
        : kinds[store === "journal" ? "messages" : store]
  return typeof place === "string" ? `${kind}: ${place.slice(0, longest)}` : kind
}
