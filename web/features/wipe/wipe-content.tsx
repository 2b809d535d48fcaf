import { useId, useState, type ReactNode } from "react"
import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { canSeal, isStrongPassphrase } from "../../platform/storage/copy/seal.ts"
import type { Unreadable } from "../../platform/storage/copy/read-database.ts"
import type { SavedData } from "../../platform/storage/copy/saved-data.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { formatCount } from "../../platform/language/format.ts"
import { topicOf } from "../../state/unsaved.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Dialog } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { PasswordInput } from "../../ui/password-input.tsx"
import { useWipe } from "./use-wipe.ts"
import styles from "./wipe.module.css"

/** Deletes everything, after a copy of it was handed over and a word was typed. */
export default function WipeContent({ onClose }: { readonly onClose: () => void }) {
  const t = chapterTexts("data").wipe
  const id = useId()
  const { data, copy, fileName, trouble, isWiping, save, wipe, forgetCopy } = useWipe()
  const [isSealing, setSealing] = useState(false)
  const [passphrase, setPassphrase] = useState("")
  const [again, setAgain] = useState("")
  const [isWithout, setWithout] = useState(false)
  const [typed, setTyped] = useState("")

  const isSealReady = !isSealing || (isStrongPassphrase(passphrase) && passphrase === again)
  const isLacking = (data?.unreadable.length ?? 0) > 0
  const mustAgree = copy === "failed" || isLacking
  const isCopied = copy === "saved" && !isLacking
  const mayWipe = !isWiping && (isCopied || (mustAgree && isWithout)) && sameWord(typed, t.word)
  const isReading = data === undefined && copy !== "failed"

  const changeSealing = (change: () => void) => {
    change()
    // The saved copy no longer matches the choice.
    if (copy === "saved") forgetCopy()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      actions={
        <>
          <Button onClick={onClose}>{texts().shell.cancel}</Button>
          <Button
            variant="danger"
            icon="trash"
            aria-disabled={!mayWipe}
            onClick={() => mayWipe && void wipe(isWithout)}
          >
            {chapterTexts("settings").clearDataButton}
          </Button>
        </>
      }
    >
      <div className={styles.wipe}>
        <p>{t.text}</p>
        {isReading && <p role="status">{t.reading}</p>}
        {data && <Contents data={data} />}
        {isLacking && <Lacking unreadable={data?.unreadable ?? []} />}

        <Step number={1} title={t.copyTitle}>
          <p className={styles.hint}>{t.withoutSecrets}</p>
          {data && data.local.leftOut.length > 0 && (
            <p className={styles.hint}>{t.leftOut(data.local.leftOut.join(", "))}</p>
          )}
          {canSeal() ? (
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={isSealing}
                onChange={(event) => changeSealing(() => setSealing(event.target.checked))}
              />
              <span>{t.includeSecrets}</span>
            </label>
          ) : (
            <p className={styles.hint}>{t.insecure}</p>
          )}
          {isSealing && (
            <div className={styles.passphrase}>
              <label htmlFor={`${id}-pass`}>{t.passphrase}</label>
              <PasswordInput
                id={`${id}-pass`}
                autoComplete="new-password"
                value={passphrase}
                aria-describedby={`${id}-hint`}
                aria-invalid={passphrase !== "" && !isStrongPassphrase(passphrase)}
                onChange={(event) => changeSealing(() => setPassphrase(event.target.value))}
              />
              <p id={`${id}-hint`} className={styles.hint}>
                {t.passphraseHint}
              </p>
              <label htmlFor={`${id}-again`}>{t.passphraseAgain}</label>
              <PasswordInput
                id={`${id}-again`}
                autoComplete="new-password"
                value={again}
                aria-invalid={again !== "" && again !== passphrase}
                onChange={(event) => changeSealing(() => setAgain(event.target.value))}
              />
              {again !== "" && again !== passphrase && <p role="alert">{t.passphraseDiffers}</p>}
            </div>
          )}
          <Button
            variant={copy === "saved" ? "plain" : "primary"}
            icon="download"
            aria-disabled={isReading || copy === "saving" || !isSealReady}
            onClick={() => {
              if (!isReading && copy !== "saving" && isSealReady) void save(isSealing ? passphrase : undefined)
            }}
          >
            {t.save}
          </Button>
          <p role="status" className={styles.done}>
            {copy === "saved" && t.saved(fileName)}
          </p>
          {copy === "failed" && <p role="alert">{texts().crash.saveFailed}</p>}
          {trouble === "changed" && <p role="alert">{t.changed}</p>}
          {mustAgree && (
            <label className={styles.check}>
              <input type="checkbox" checked={isWithout} onChange={(event) => setWithout(event.target.checked)} />
              <span>{t.without}</span>
            </label>
          )}
        </Step>

        <Step number={2} title={t.wipeTitle}>
          <label htmlFor={`${id}-word`}>{t.typeWord(t.word)}</label>
          <input
            id={`${id}-word`}
            className={classNames(field.field, styles.word)}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="auto"
            onChange={(event) => setTyped(event.target.value)}
          />
          {trouble === "refused" && <p role="alert">{t.refused}</p>}
        </Step>
      </div>
    </Dialog>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.step} aria-label={title}>
      <h3>
        <span className={styles.number}>{formatCount(number)}</span>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** The contents of the copy, by number. */
function Contents({ data: { stores } }: { readonly data: SavedData }) {
  const t = chapterTexts("settings")
  const kinds = chapterTexts("data").wipe.kinds
  const facts = [
    [t.overviewChats, "sessions"],
    [t.overviewMessages, "messages"],
    [kinds.images, "images"],
    [t.overviewPrompts, "prompts"],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, store]) => (
        <div key={store}>
          <dt>{name}</dt>
          <dd>{formatCount(stores.get(store)?.length ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Most that are named one by one. */
const mostNamed = 20

/** The unreadable records, by name. */
function Lacking({ unreadable }: { readonly unreadable: readonly Unreadable[] }) {
  const t = chapterTexts("data").wipe
  return (
    <div role="alert" className={styles.lacking}>
      <p>{t.unreadable}</p>
      <ul>
        {unreadable.slice(0, mostNamed).map((one, index) => (
          <li key={`${one.store} ${one.key} ${index}`}>{nameOf(one)}</li>
        ))}
        {unreadable.length > mostNamed && <li>+ {formatCount(unreadable.length - mostNamed)}</li>}
      </ul>
    </div>
  )
}

/** A description of a record: a message is named by its conversation, where that has a title. */
function nameOf({ store, key, sessionId }: Unreadable): string {
  const { kinds } = chapterTexts("data").wipe
  if (store === undefined) return kinds.database
  const kind = Object.hasOwn(kinds, store) ? kinds[store as keyof typeof kinds] : store
  if (key === undefined) return kind
  const topic = topicOf(sessionId ?? (store === "messages" ? "" : key))
  return `${kind}: ${topic === undefined ? key.slice(0, 60) : topic.slice(0, 60)}`
}

/** Whether the word was typed; small letters will do. */
function sameWord(typed: string, word: string): boolean {
  const tag = languageTag(currentLocale())
  const plain = (text: string) => text.normalize("NFKC").trim().toLocaleUpperCase(tag)
  return plain(typed) === plain(word)
}
