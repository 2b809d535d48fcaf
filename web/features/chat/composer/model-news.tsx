import { useEffect, useId, useRef } from "react"
import type { ModelChange } from "#core/models/model-change.ts"
import { formatDay, formatPercent } from "../../../platform/language/format.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { recoverFocus } from "../../../state/composer-focus.ts"
import { chooseModel } from "../../../state/switch-model.ts"
import { conversationStore, dispatch, useConversations } from "../../../state/conversation-store.ts"
import { Button, IconButton } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import { needsYes, stopWaiting, useWaiting } from "../turn/model-change.ts"
import styles from "../notice-bar.module.css"

export interface ModelNewsProps {
  readonly sessionId: string
  readonly change: ModelChange
}

/** Tells that another model answers than the one the conversation was begun with, or asks whether it may. */
export default function ModelNews(props: ModelNewsProps) {
  return props.change.kind === "follows" ? <Told {...props} /> : <Question {...props} />
}

/** The new model costs no more: the user is told once. It counts as read when it is closed or the conversation goes on. */
function Told({ sessionId, change }: ModelNewsProps) {
  const t = chapterTexts("model-news")
  const count = useConversations((state) => state.messages[sessionId]?.length)
  const before = useRef(count)
  const read = () => dispatch({ type: "model-told", sessionId, change: change.key })
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count > before.current) {
      dispatch({ type: "model-told", sessionId, change: change.key })
    }
    before.current = count
  }, [count, sessionId, change.key])
  return (
    <div className={styles.bar} role="status">
      <Icon name="info" />
      <span className={styles.words}>{wordsOf(change)}</span>
      <span className={styles.actions}>
        <Button onClick={() => openChatDialog({ kind: "model", sessionId })}>{t.change}</Button>
        <IconButton
          icon="close"
          size="small"
          label={t.dismiss}
          onClick={() => {
            read()
            requestAnimationFrame(recoverFocus)
          }}
        />
      </span>
    </div>
  )
}

/** It costs more, or there is none: nothing is sent until its writer has said with whom. */
function Question({ sessionId, change }: ModelNewsProps) {
  const t = chapterTexts("model-news")
  const waiting = useWaiting()
  const words = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector("button")?.focus()
    return () => {
      // Another model was chosen: what waited goes on with it, or stands in its field.
      const session = conversationStore.getState().sessions[sessionId]
      requestAnimationFrame(recoverFocus)
      if (session === undefined || needsYes(session) || waiting?.sessionId !== sessionId) return
      stopWaiting()
      if (waiting.withOther) waiting.goOn()
    }
    // The question is asked once, although this is drawn many times.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const agree = () => {
    if (change.kind !== "dearer") return
    stopWaiting()
    agreeTo(sessionId, change)
    waiting?.goOn()
  }
  return (
    <div ref={box} className={styles.bar} data-asks role="group" aria-labelledby={words}>
      <Icon name="info" />
      <span id={words} role="alert" className={styles.words}>
        {wordsOf(change)}
      </span>
      <span className={styles.actions}>
        {change.kind === "dearer" && (
          <Button variant="primary" onClick={agree}>
            {t.goOn}
          </Button>
        )}
        <Button onClick={() => openChatDialog({ kind: "model", sessionId })}>{t.chooseOther}</Button>
      </span>
    </div>
  )
}

/** From now on the dearer one is asked: by its own name, or by the name the operator gave it. */
function agreeTo(sessionId: string, { to, byAlias, key }: Extract<ModelChange, { readonly kind: "dearer" }>): void {
  if (byAlias) dispatch({ type: "model-told", sessionId, change: key })
  else chooseModel(sessionId, to.name, to.provider)
}

function wordsOf(change: ModelChange): string {
  const t = chapterTexts("model-news")
  const { asked, since } = change
  const went = t.went(asked, since === undefined ? undefined : formatDay(since))
  switch (change.kind) {
    case "follows":
      return `${went} ${(change.to.cheaper ? t.goesOnCheaper : t.goesOn)(change.to.displayName)}`
    case "dearer": {
      const { displayName, percent } = change.to
      const more = t.costsMore(displayName, percent === undefined ? undefined : formatPercent(percent))
      return `${change.byAlias ? t.answersFor(displayName, asked) : went} ${more}`
    }
    case "nobody":
      return `${went} ${t.nobodyFollows}`
  }
}
