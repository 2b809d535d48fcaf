import { useEffect, useMemo, useState } from "react"
import { dayMs } from "#core/lib/days.ts"
import { countPersonalNumbers, hidePersonalNumbers } from "#core/privacy/personal-data.ts"
import { type Shareable, shareableOf } from "#core/shares/share-items.ts"
import { isFailure } from "../../platform/gateway/sharing-client.ts"
import { dayOf, formatList } from "../../platform/language/format.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { loadMessages } from "../../state/stored-conversations.ts"
import { linkOf, rememberLink } from "../../state/shared-links.ts"
import { closeShareDialog, openShareDialog } from "../../state/share-dialogs.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import { leavingPictures, makeLink } from "./make-link.ts"
import { shareWords } from "./share-actions.ts"
import styles from "./share.module.css"
import { serverOrigin } from "../../platform/gateway/server-address.ts"

const terms = [7, 30, 180] as const

/** Says what would leave, for how long, and to whom; nothing leaves before the press. */
export function ShareDialog({ sessionId }: { readonly sessionId: string }) {
  const t = chapterTexts("sharing")
  const topic = conversationStore.getState().sessions[sessionId]?.topic || texts().shell.newConversation
  const shareHost = useAccess(({ config }) => config.shareHost)
  const [shared, setShared] = useState<Shareable>()
  const [days, setDays] = useState<(typeof terms)[number]>(30)
  const [hides, setHides] = useState(false)
  const [now] = useState(Date.now)
  const [isMaking, setMaking] = useState(false)
  const [trouble, setTrouble] = useState("")

  useEffect(() => {
    void loadMessages(sessionId).then(() =>
      setShared(shareableOf(conversationStore.getState().messages[sessionId] ?? [])),
    )
  }, [sessionId])

  async function sendWords(): Promise<void> {
    if (await shareWords(sessionId, asItLeaves)) closeShareDialog()
  }

  async function make(): Promise<void> {
    if (shared === undefined) return
    setMaking(true)
    setTrouble("")
    const link = await makeLink({ title: topic, shared, days, hides })
    setMaking(false)
    if (isFailure(link)) return setTrouble(link.status === 413 ? t.tooLong : link.message || t.failed)
    const kept = linkOf("conversation", topic, link)
    openShareDialog({ kind: "made", link: kept, isKept: await rememberLink(kept) })
  }

  const pictures = shared?.items.reduce((sum, item) => sum + item.pictures.length, 0) ?? 0
  const leaving = shared === undefined ? 0 : leavingPictures(shared, shareHost)
  // The title leaves, too.
  const found = useMemo(
    () => countPersonalNumbers([topic, ...(shared?.items.map(({ value }) => value) ?? [])]),
    [topic, shared],
  )
  const asItLeaves = (text: string) => (hides ? hidePersonalNumbers(text) : text)
  const kinds = (["cpf", "card", "phone"] as const).flatMap((kind) => {
    const count = found[kind]
    return count === 0 ? [] : [t[kind](count)]
  })
  return (
    <Dialog
      open
      onClose={closeShareDialog}
      title={t.title}
      actions={
        <>
          <Button disabled={!shared?.items.length} onClick={() => void sendWords()}>
            {t.textOnly}
          </Button>
          <Button
            variant="primary"
            icon="share"
            disabled={isMaking || !shared?.items.length}
            onClick={() => void make()}
          >
            {t.create}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.preview}>
          <strong>{asItLeaves(topic)}</strong>
          <p>{asItLeaves(shared?.items[0]?.value.slice(0, 400) ?? "").slice(0, 160)}</p>
          <small>{shareHost ?? new URL(serverOrigin()).host}</small>
        </div>
        {shareHost !== undefined && <p className={styles.warning}>{t.elsewhere(shareHost)}</p>}
        <h3>{t.whatLeaves}</h3>
        <ul className={styles.facts}>
          <Fact leaves>
            {[t.messages(shared?.items.length ?? 0), ...(leaving > 0 ? [t.pictures(leaving)] : [])].join(" · ")}
          </Fact>
          <Fact leaves>{t.titleAndModel}</Fact>
          <Fact>{[...(pictures > leaving ? [t.pictures(pictures - leaving)] : []), t.stays].join(" · ")}</Fact>
        </ul>
        {kinds.length > 0 && (
          <div className={styles.warning} role="note">
            <p>{t.found(formatList(kinds))}</p>
            <Button aria-pressed={hides} onClick={() => setHides(!hides)}>
              {hides ? t.hidden : t.hide}
            </Button>
          </div>
        )}
        {shareHost === undefined && (
          <fieldset className={styles.terms}>
            <legend>{t.term}</legend>
            {terms.map((term) => (
              <label key={term}>
                <input type="radio" name="term" checked={days === term} onChange={() => setDays(term)} />
                <span>{t.days(term)}</span>
              </label>
            ))}
            <p>{t.until(dayOf(now + days * dayMs))}</p>
          </fieldset>
        )}
        {trouble !== "" && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Fact({ leaves = false, children }: { readonly leaves?: boolean; readonly children: string }) {
  return (
    <li data-leaves={leaves || undefined}>
      <Icon name={leaves ? "check" : "close"} size={16} />
      {children}
    </li>
  )
}
