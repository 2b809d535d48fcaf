import { useEffect, useId, useRef, useState } from "react"
import { modelConfigOf, type Session } from "#core/conversation/session.ts"
import { isTooShortToSummarize } from "#core/conversation/summary.ts"
import { wordsOf } from "#core/gateway/content.ts"
import { fieldsOf, readText } from "#core/lib/fields.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { useConfig } from "../../../state/config-store.ts"
import { dispatch, useConversations } from "../../../state/conversation-store.ts"
import { loadMessages } from "../../../state/stored-conversations.ts"
import { useEditions } from "../../../state/editions.ts"
import { Button, IconButton } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { askToConfirm } from "../../../ui/confirm.tsx"
import { Dialog } from "../../../ui/dialog.tsx"
import field from "../../../ui/field.module.css"
import { Switch } from "../../../ui/switch.tsx"
import { offerUndo } from "../../../ui/offer-undo.ts"
import { showToast } from "../../../ui/toast.tsx"
import MessageFiles from "../../../message/files/message-files.tsx"
import { MessageImages } from "../../../message/message-images.tsx"
import styles from "./chat-dialogs.module.css"
import { openChatDialog } from "./chat-dialogs.ts"
import { OtherEditions } from "./other-editions.tsx"
import { plainWords } from "../message/sentences.ts"
import { unpinMessage } from "../message/pin-message.ts"

interface MemoryDialogProps {
  readonly sessionId: string
  readonly draft?: string | undefined
  readonly onClose: () => void
}

interface MemoryProps extends Omit<MemoryDialogProps, "sessionId"> {
  readonly session: Session
}

/** The memory of a conversation: the summary of older messages and the pinned messages. */
export default function MemoryDialog({ sessionId, draft, onClose }: MemoryDialogProps) {
  const session = useConversations((state) => state.sessions[sessionId])
  useEffect(() => void loadMessages(sessionId), [sessionId])
  return session === undefined ? null : <Memory session={session} draft={draft} onClose={onClose} />
}

function Memory({ session, draft, onClose }: MemoryProps) {
  const t = texts().talk
  const dialogs = chapterTexts("dialogs")
  const { id: sessionId, memoryPrompt, memoryPaused = false } = session
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft ?? memoryPrompt)
  // A summary that arrives meanwhile is shown, unless somebody is writing.
  const [known, setKnown] = useState(memoryPrompt)
  if (known !== memoryPrompt) {
    setKnown(memoryPrompt)
    if (text === known) setText(memoryPrompt)
  }
  const editions = useEditions("sessions", sessionId, "memory", memoryPrompt)
  const otherWords = new Set(editions.map((edition) => readText(fieldsOf(edition)["memoryPrompt"], "")))
  otherWords.delete(memoryPrompt)
  const save = () => {
    dispatch({ type: "memory-edited", sessionId, memoryPrompt: text.trim() })
    showToast({ text: dialogs.memorySaved })
    onClose()
  }
  // A slip beside the window takes nothing away that was written in it.
  const leave = () => {
    onClose()
    if (text.trim() === memoryPrompt.trim()) return
    offerUndo({
      text: dialogs.editDropped,
      onUndo: () => openChatDialog({ kind: "memory", sessionId, draft: text }),
    })
  }
  const clear = async () => {
    if (!(await askToConfirm({ text: dialogs.memoryClearConfirm, confirm: dialogs.memoryClear, danger: true }))) return
    dispatch({ type: "memory-edited", sessionId, memoryPrompt: "" })
    setText("")
    // The button that was pressed has nothing left to do.
    box.current?.focus()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={t.memory}
      actions={
        <>
          <Button variant="danger" disabled={memoryPrompt === ""} onClick={() => void clear()}>
            {dialogs.memoryClear}
          </Button>
          <Button variant="primary" disabled={text.trim() === memoryPrompt} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <p className={styles.hint} id={`${id}hint`}>
        {dialogs.memoryHint}
      </p>
      <div className={styles.fields}>
        <label htmlFor={`${id}text`}>{dialogs.memoryText}</label>
        <textarea
          ref={box}
          id={`${id}text`}
          className={classNames(field.field, styles.text)}
          rows={8}
          dir="auto"
          value={text}
          placeholder={dialogs.memoryEmpty}
          aria-describedby={`${id}hint ${id}state`}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={styles.state} id={`${id}state`}>
          <MemoryState session={session} />
        </p>
        <OtherEditions words={[...otherWords].filter((one) => one !== "" && one !== text)} onUse={setText} />
      </div>
      <div className={styles.setting}>
        <label htmlFor={`${id}pause`}>
          {dialogs.memoryPaused}
          <small>{dialogs.memoryPausedHint}</small>
        </label>
        <Switch
          id={`${id}pause`}
          checked={memoryPaused}
          onChange={(paused) => dispatch({ type: "memory-paused", sessionId, paused })}
        />
      </div>
      <Presets session={session} />
    </Dialog>
  )
}

/** Shows how much the summary covers, or why there is none. */
function MemoryState({ session }: { readonly session: Session }) {
  const t = chapterTexts("dialogs")
  const messages = useConversations((state) => state.messages[session.id])
  const globalConfig = useConfig((config) => config.modelConfig)
  if (session.memoryPrompt !== "") {
    return session.lastSummarizeIndex > 0 ? t.memoryCovers(session.lastSummarizeIndex) : null
  }
  const config = modelConfigOf(session, globalConfig)
  if (isTooShortToSummarize(session, messages ?? [], config)) return t.memoryTooShort
  return config.sendMemory && !session.memoryPaused ? t.memoryDue : null
}

function Presets({ session }: { readonly session: Session }) {
  const { chat } = texts()
  const dialogs = chapterTexts("dialogs")
  const { context } = session.mask
  if (context.length === 0) return null
  return (
    <section className={styles.presets}>
      <h3>{dialogs.presets}</h3>
      <p className={styles.hint}>{dialogs.presetsHint}</p>
      <ul role="list">
        {context.map((preset) => (
          <li key={preset.id}>
            <div>
              <b>{preset.role === "user" ? chat.you : preset.model || chat.model}</b>
              <p dir="auto">{plainWords(wordsOf(preset.content))}</p>
              <MessageFiles content={preset.content} />
              <MessageImages content={preset.content} />
            </div>
            <IconButton
              size="small"
              icon="close"
              label={dialogs.presetRemove}
              onClick={() => unpinMessage(session.id, preset.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
