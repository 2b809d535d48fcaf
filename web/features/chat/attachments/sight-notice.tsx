import { useMemo } from "react"
import { imagesOf } from "#core/gateway/content.ts"
import { useToday } from "../../../platform/browser/use-today.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { chooseModel } from "../../../state/switch-model.ts"
import { conversationStore, useConversations } from "../../../state/conversation-store.ts"
import { displayNameOf, seesImages } from "../../../state/model-facts.ts"
import { useModelList } from "../../../state/model-list.ts"
import { Icon } from "../../../ui/icon.tsx"
import { offeredModels } from "../composer/offered-models.ts"
import type { Sight } from "../composer/use-outgoing.ts"
import styles from "./attachments.module.css"

export interface SightNoticeProps {
  readonly sessionId: string
  readonly sight: Sight
  /** Gives the focus back to the field: what had it is gone. */
  readonly onKept: () => void
}

/** Says that the chosen model will not see the pictures, and offers one that does. Nothing is taken away. */
export default function SightNotice({ sessionId, sight, onKept }: SightNoticeProps) {
  const { waiting, drawsOnly, isKept, keep } = sight
  const model = displayNameOf(sight.model)
  const t = chapterTexts("attachments")
  const config = useAccess((state) => state.config)
  const isFree = !useAccess(selectIsPremium)
  const models = offeredModels(useModelList(), config, { isFree, now: useToday() })
  const seeing = models.find(
    ({ name, provider, barred }) => barred === undefined && seesImages({ model: name, providerName: provider }),
  )
  // The history is searched once for each message, not for each arriving piece.
  const count = useConversations((state) => state.messages[sessionId]?.length ?? 0)
  const hasEarlier = useMemo(
    () => count > 0 && conversationStore.getState().messages[sessionId]?.some(holdsImage),
    [sessionId, count],
  )
  if (waiting === 0 && (drawsOnly || !hasEarlier)) return null
  const words = drawsOnly
    ? chapterTexts("errors").refused["words-only"]()
    : waiting === 0
      ? t.unseenEarlier(model)
      : isKept
        ? t.keptUnseen(model)
        : t.unseen(model, waiting)
  return (
    <div className={styles.sight} role={waiting > 0 ? "alert" : "status"} data-sight>
      <Icon name="eyeOff" />
      <span>{words}</span>
      {seeing && (
        <button type="button" onClick={() => chooseModel(sessionId, seeing.name, seeing.provider)}>
          {t.useModel(seeing.title)}
        </button>
      )}
      {waiting > 0 && !isKept && !drawsOnly && (
        <button
          type="button"
          onClick={() => {
            keep()
            onKept()
          }}
        >
          {t.keepUnseen(model)}
        </button>
      )}
    </div>
  )
}

function holdsImage({ content }: { readonly content: Parameters<typeof imagesOf>[0] }): boolean {
  return imagesOf(content).length > 0
}
