import { useCallback, useEffect, useRef, useState } from "react"
import { bringsWords } from "../../platform/browser/words-of-link.ts"
import { openLayer } from "../../platform/browser/history-layers.ts"
import { loadFailureNotice } from "../../message/load-failure-notice.ts"
import { loadWriting } from "../../platform/storage/conversation-storage.ts"
import { offerComposer, recoverFocus } from "../../state/composer-focus.ts"
import { selectIsPremium, useAccess } from "../../state/access-store.ts"
import { followAddress } from "../../state/conversation-address.ts"
import { conversationStore, useConversations } from "../../state/conversation-store.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { useNewDamage } from "../../state/damage.ts"
import { isAnythingSaid, useIsUsed, whenUsed } from "../../state/first-use.ts"
import { loadActions, useActions } from "../../state/contributions.ts"
import { useMarkedWords } from "../../state/marked-words.ts"
import { classNames } from "../../ui/class-names.ts"
import { growingPauses } from "../../ui/growing-pauses.ts"
import { useWantedAgain } from "../../ui/use-wanted-again.ts"
import { withChapters } from "../../platform/language/texts.ts"
import { lazyPart, sayPartMissing } from "../../ui/lazy-part.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { closeChatDialog, useChatDialog } from "./dialogs/chat-dialogs.ts"
import { ChatHeader } from "./chat-header.tsx"
import styles from "./chat-screen.module.css"
import { Composer, type ComposerHandle } from "./composer/composer.tsx"
import { MessageList, prepareMessages } from "./list/message-list.tsx"
import { useModelNews } from "./turn/model-change.ts"
import { loadFailureActions } from "./message/load-failure-actions.ts"
import { loadGateway } from "./turn/load-gateway.ts"
import { OfflineBar } from "./offline-bar.tsx"
import { StorageNotice } from "./storage-notice.tsx"
import { usePreloadedDraft } from "./composer/use-preloaded-draft.ts"
import { useKeyboardInset } from "./composer/use-keyboard-inset.ts"
import { useShortcuts } from "./use-shortcuts.ts"
import { pageSearch } from "../../platform/browser/page-address.ts"

/** So long after the screen's code is here, its actions are fetched without anybody having used it, in ms. */
const actionsMs = 5_000

/** So long after it could not be fetched, what follows open answers is fetched for the first time again, in ms. */
const resumeAgainMs = 5_000

// As early as the screen's code is here: reading the storage takes longer than the first paint.
void startConversations().then(resumeAnswers)
// Who begins to write will ask: until then a slow network has better to do.
document.addEventListener("input", prepareAnswer, { once: true })
whenUsed(() => void prepareMessages())
// Pictures come with what is said and attached. Where the code cannot be fetched, the next page takes care.
whenUsed(() => void import("../../state/image-gc.ts").then(({ startImageGc }) => startImageGc()).catch(() => undefined))

// Who only looks needs none of them at first; who would rather speak than write does not wait for a first word.
setTimeout(() => void loadActions(), actionsMs)

const AnswerAnnouncer = lazyPart(() => import("./message/answer-announcer.tsx"))
const LowBalanceNotice = lazyPart(() => withChapters(import("./composer/low-balance-notice.tsx"), "access"))
const ModelNews = lazyPart(() => withChapters(import("./composer/model-news.tsx"), "model-news"))
const SearchMarks = lazyPart(() => import("./list/search-marks.tsx"))
const DamageNotice = lazyPart(() => withChapters(import("./damage-notice.tsx"), "data"))
const ChatDialogHost = lazyPart(() => withChapters(import("./dialogs/chat-dialog-host.tsx"), "dialogs"))

/**
 * Answers are waited for where some may be: from this browser, or with the code of somebody who has others. Where the code for
 * that cannot be fetched, it is fetched again after a while.
 */
function resumeAnswers(): void {
  const pause = growingPauses(resumeAgainMs)
  let isUnderWay = false
  const start = () => {
    if (isUnderWay || !(isAnythingSaid() || useAccess.getState().accessCode !== "")) return
    isUnderWay = true
    void fetchResuming()
  }
  const fetchResuming = (): Promise<unknown> =>
    import("./turn/resume-answers.ts").then(
      ({ startResuming }) => startResuming(),
      () => pause(() => void fetchResuming()),
    )
  start()
  conversationStore.subscribe(start)
  useAccess.subscribe(start)
}

function prepareAnswer(): void {
  void prepareMessages()
  void loadGateway().catch(() => undefined)
  void loadWriting().catch(() => undefined)
  void import("../../state/tools.ts").catch(() => undefined)
  // Without it, conversations stay without a title for a while.
  void import("./turn/after-turn.ts").catch(() => undefined)
  void import("./turn/after-answer.ts").catch(() => undefined)
  void loadFailureNotice().catch(() => undefined)
  void loadFailureActions().catch(() => undefined)
}

/** A conversation: its topic, its messages, and the place to write. */
export function ChatScreen() {
  const sessionId = useConversations((state) => state.currentId)
  const composer = useRef<ComposerHandle>(null)
  const [writingIn, setWritingIn] = useState<string>()
  const isExpanded = writingIn === sessionId
  useEffect(() => (isExpanded ? openLayer(() => setWritingIn(undefined)) : undefined), [isExpanded])
  useEffect(followAddress, [])
  const isUsed = useIsUsed()
  const dock = useActions("dock")
  const focusField = useCallback(() => composer.current?.focus(), [])
  useShortcuts(focusField)
  useEffect(() => offerComposer(focusField, (text) => composer.current?.fill(text)), [focusField])
  // The field goes with its conversation, and the focus with the field.
  const before = useRef(sessionId)
  useEffect(() => {
    if (before.current !== sessionId) recoverFocus()
    before.current = sessionId
  }, [sessionId])
  useEffect(() => {
    const search = pageSearch()
    if (!bringsWords(search)) return
    void import("./composer/fill-link.ts")
      .then(({ fillFromLink }) => fillFromLink(composer, search))
      .catch(sayPartMissing)
    prepareAnswer()
  }, [])
  const start = (prompt: string) => {
    prepareAnswer()
    composer.current?.fill(prompt)
  }
  usePreloadedDraft(composer, prepareAnswer)
  useKeyboardInset()
  return (
    <div className={classNames(styles.screen, isExpanded && styles.writing)}>
      <ChatHeader sessionId={sessionId} />
      <OfflineBar />
      <MessageList key={sessionId} sessionId={sessionId} onStarter={start} />
      <div className={styles.dock}>
        {dock.map(({ id, Control }) => (
          <Control key={id} sessionId={sessionId} />
        ))}
        <StorageNotice />
        <Damage />
        <LowBalance sessionId={sessionId} />
        <News sessionId={sessionId} />
        <Composer
          key={sessionId}
          sessionId={sessionId}
          isExpanded={isExpanded}
          onExpand={(expand) => setWritingIn(expand ? sessionId : undefined)}
          ref={composer}
        />
      </div>
      <Voice isUsed={isUsed} sessionId={sessionId} />
      <Dialogs />
      <Marks />
    </div>
  )
}

/** The place for what is read out stands from the start; the code that speaks comes with the first words. */
function Voice({ isUsed, sessionId }: { readonly isUsed: boolean; readonly sessionId: string }) {
  const [place, setPlace] = useState<Element | null>(null)
  const { wanted, onMissing } = useWantedAgain()
  return (
    <VisuallyHidden>
      <span role="status" ref={setPlace} />
      {place && (
        <AnswerAnnouncer
          wanted={isUsed && wanted}
          isOptional
          onMissing={onMissing}
          sessionId={sessionId}
          place={place}
        />
      )}
    </VisuallyHidden>
  )
}

/** Only who pays has a balance that runs low. */
function LowBalance({ sessionId }: { readonly sessionId: string }) {
  return useAccess(selectIsPremium) && <LowBalanceNotice sessionId={sessionId} />
}

/** The notice about a conversation's model, where another answers for it. */
function News({ sessionId }: { readonly sessionId: string }) {
  const change = useModelNews(sessionId)
  return change && <ModelNews key={sessionId + change.key} sessionId={sessionId} change={change} />
}

/** The notice about records that were found damaged since the page was opened. */
function Damage() {
  return useNewDamage() > 0 && <DamageNotice />
}

/** The words of a search, in the message it led to. */
function Marks() {
  const marked = useMarkedWords()
  return marked && <SearchMarks {...marked} />
}

function Dialogs() {
  const dialog = useChatDialog()
  return dialog && <ChatDialogHost dialog={dialog} onMissing={closeChatDialog} />
}
