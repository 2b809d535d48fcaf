import { useCallback, useEffect, useState } from "react"
import { closeAnswer } from "#core/conversation/answer.ts"
import { type Message, pendingAnswer, userMessage } from "#core/conversation/message.ts"
import { hashOf } from "#core/storage/same-value.ts"
import type { ShareItem } from "#core/shares/share-items.ts"
import { newId } from "../../platform/browser/new-id.ts"
import {
  isFailure,
  readSharedConversation,
  type ReceivedConversation,
  type ShareFailure,
} from "../../platform/gateway/sharing-client.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { addSession, selectSession } from "../../state/conversation-list.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { closeShareDialog } from "../../state/share-dialogs.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import styles from "./share.module.css"

/** Offers a copy of a shared conversation; nothing is stored before the press. */
export function ReceivedDialog({ id }: { readonly id: string }) {
  const t = chapterTexts("sharing")
  const [found, setFound] = useState<ReceivedConversation | ShareFailure>()
  const load = useCallback(() => void readSharedConversation(id).then(setFound), [id])
  useEffect(load, [load])

  async function keep({ title, items }: ReceivedConversation): Promise<void> {
    await startConversations()
    // A copy is known by its name, which tells nobody the link.
    const copies = `shared-${hashOf(id)}-`
    const here = Object.keys(conversationStore.getState().sessions).find((sessionId) => sessionId.startsWith(copies))
    // A copy that was deleted keeps its name: the next one has another.
    const name = `${copies}${newId()}`
    selectSession(here ?? addSession(title || texts().shell.newConversation, messagesOf(items), name))
    closeShareDialog()
  }

  const isRefused = found !== undefined && isFailure(found)
  const conversation = found !== undefined && !isFailure(found) ? found : undefined
  return (
    <Dialog
      open
      onClose={closeShareDialog}
      title={t.receivedTitle}
      actions={
        isRefused && found.status !== 404 && found.status !== 410 ? (
          <Button onClick={load}>{t.again}</Button>
        ) : (
          conversation && (
            <Button variant="primary" data-autofocus onClick={() => void keep(conversation)}>
              {t.continueHere}
            </Button>
          )
        )
      }
    >
      <div className={styles.content} aria-busy={found === undefined}>
        {isRefused && <p role="alert">{found.message || t.unreachable}</p>}
        {conversation && (
          <>
            <div className={styles.preview}>
              <strong>{conversation.title || t.conversation}</strong>
              <p>{conversation.items[0]?.value.slice(0, 160)}</p>
            </div>
            <p>{t.received(messagesOf(conversation.items).length)}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The messages of a copy. A last line of a question that nobody answered says where it came from, and stays out. */
function messagesOf(items: readonly ShareItem[]): readonly Message[] {
  const now = Date.now()
  const isNote = items.length > 1 && items.at(-1)?.from === "human"
  return (isNote ? items.slice(0, -1) : items).map(({ from, value }, at) => {
    const date = now - (items.length - at)
    if (from === "human") return userMessage(newId(), date, value)
    return closeAnswer({ ...pendingAnswer(newId(), date, ""), content: value })
  })
}
