import { joinSentences } from "#core/i18n/join-sentences.ts"
import type { Message } from "#core/conversation/message.ts"
import type { ModelRetiredFailure } from "#core/gateway/failure.ts"
import { percentMore } from "#core/models/model-change.ts"
import { providerNamed, providerNames } from "#core/providers/registry.ts"
import { formatDay, formatPercent } from "../../../platform/language/format.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { chooseModel } from "../../../state/switch-model.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { displayNameOf } from "../../../state/model-facts.ts"
import { Button } from "../../../ui/button.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import notice from "../notice-bar.module.css"
import { useRetry } from "../turn/use-send-message.ts"

export interface RetiredAnswerProps {
  readonly message: Message
  readonly sessionId: string
  readonly failure: ModelRetiredFailure
}

/** In the place of an answer whose model was switched off meanwhile: what goes on in its place, for whoever agrees. */
export default function RetiredAnswer({ message, sessionId, failure }: RetiredAnswerProps) {
  const t = chapterTexts("model-news")
  const errors = chapterTexts("errors")
  const { retired } = useAccess((state) => state.config)
  const retry = useRetry(sessionId, message.id)
  // Once the conversation has another model, asking again is all there is to do.
  const isAsking = useConversations(({ sessions }) => sessions[sessionId]?.mask.modelConfig.model === message.model)
  const { model, since, successor, price } = failure
  const asked = retired[`${model}@${message.providerName ?? ""}`]?.displayName ?? displayNameOf(model)
  const percent = percentMore(successor?.price, price)
  const after = successor
    ? t.costsMore(displayNameOf(successor.model), percent === undefined ? undefined : formatPercent(percent))
    : t.nobodyFollows
  const goOn = () => {
    if (successor === undefined) return
    const provider = providerNamed(successor.provider)
    const providerName = provider ? providerNames[provider] : successor.provider
    chooseModel(sessionId, successor.model, providerName)
    retry()
  }
  return (
    <div className={notice.bar} data-asks data-failure="model-retired">
      <span className={notice.words}>
        {joinSentences(
          `${t.went(asked, since === undefined ? undefined : formatDay(since))} ${after}`,
          errors.nothingCharged,
        )}
      </span>
      {isAsking && (
        <span className={notice.actions}>
          {successor && (
            <Button variant="primary" onClick={goOn}>
              {t.goOn}
            </Button>
          )}
          <Button onClick={() => openChatDialog({ kind: "model", sessionId })}>{t.chooseOther}</Button>
        </span>
      )}
    </div>
  )
}
