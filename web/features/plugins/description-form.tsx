import { useId, useState } from "react"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { SpecFacts } from "../../platform/plugins/spec-wire.ts"
import { PluginTrouble } from "../../platform/plugins/plugin-client.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { showToast } from "../../ui/toast.tsx"
import { loadSpec } from "./load-spec.ts"
import type { PluginDraft } from "./plugin-draft.ts"
import styles from "./plugins.module.css"

export interface DescriptionFormProps {
  readonly draft: PluginDraft
  /** The text in the field, read or not. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly facts: SpecFacts | undefined
  /** It comes with the product: it can be read, not changed. */
  readonly isFixed: boolean
  readonly isReading: boolean
  /** Another description is asked for: what was wrong with the last one is of no interest any more. */
  readonly onLoading: () => void
  readonly onOpen: (content: string, source: string | undefined) => void
}

/** The largest text that stands in the field, in UTF-16 units; a longer one, from a file, is only named. */
const mostShown = 500_000

/** Where a description comes from: pasted, from a file, from an address. */
export function DescriptionForm(props: DescriptionFormProps) {
  const { draft, text, onText, facts, isFixed, isReading, onLoading, onOpen } = props
  const t = chapterTexts("plugins")
  const id = useId()
  const [address, setAddress] = useState(draft.source ?? "")
  const [loading, setLoading] = useState(false)
  const [trouble, setTrouble] = useState("")
  const isShown = text.length <= mostShown

  const load = async () => {
    if (loading || address.trim() === "") return
    setTrouble("")
    onLoading()
    setLoading(true)
    try {
      const loaded = await loadSpec(address.trim(), AbortSignal.timeout(40_000))
      if ("text" in loaded) {
        setAddress(loaded.address)
        // What was loaded may open another part of the form: what is said stays above it.
        if (loaded.isRaw) showToast({ text: t.loadedInstead })
        return onOpen(loaded.text, loaded.address)
      }
      if (loaded.trouble === "not-https") return setTrouble(t.faults["http-server"])
      if (loaded.trouble === "too-large") return setTrouble(t.tooLargeToLoad)
      setTrouble(loaded.status === undefined ? t.loadFailed : `${t.loadFailed} HTTP ${loaded.status}`)
    } catch (error) {
      setTrouble(error instanceof PluginTrouble && error.message !== "" ? error.message : t.loadFailed)
    } finally {
      setLoading(false)
    }
  }
  const openFile = () =>
    pickFiles({ accept: ".json,.yaml,.yml,application/json,application/yaml,text/yaml" }, ([file]) => {
      void file?.text().then(
        (content) => onOpen(content, undefined),
        () => setTrouble(t.loadFailed),
      )
    })

  return (
    <div className={styles.form}>
      {!isFixed && (
        <>
          <label htmlFor={`${id}-address`}>{t.address}</label>
          <div className={styles.line}>
            <input
              id={`${id}-address`}
              className={classNames(field.field, styles.grow)}
              type="url"
              dir="ltr"
              placeholder="https://"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") void load()
              }}
            />
            <Button aria-disabled={loading || address.trim() === ""} onClick={() => void load()}>
              {loading ? t.loading : t.load}
            </Button>
            <Button icon="file" onClick={openFile}>
              {t.openFile}
            </Button>
          </div>
          <p role="alert" className={styles.wrong}>
            {trouble}
          </p>
        </>
      )}
      <label htmlFor={`${id}-text`}>{t.paste}</label>
      <textarea
        id={`${id}-text`}
        className={classNames(field.field, styles.text)}
        rows={12}
        dir="ltr"
        spellCheck={false}
        readOnly={isFixed || !isShown}
        aria-describedby={`${id}-hint`}
        value={isShown ? text : `${text.slice(0, 2_000)}\n…`}
        onChange={(event) => onText(event.target.value)}
      />
      {!isFixed && (
        <>
          <p id={`${id}-hint`} className={styles.hint}>
            {text !== draft.content && draft.content !== "" ? t.unread : t.pasteHint}
          </p>
          <div className={styles.line}>
            <Button
              variant={facts === undefined ? "primary" : "plain"}
              aria-disabled={isReading || text.trim() === ""}
              onClick={() => text.trim() !== "" && onOpen(text, text === draft.content ? draft.source : undefined)}
            >
              {isReading ? t.reading : t.read}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
