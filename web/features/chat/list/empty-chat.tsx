import { Link } from "../../../platform/browser/links.ts"
import { buildKind } from "../../../platform/browser/build-kind.ts"
import { texts } from "../../../platform/language/texts.ts"
import { selectFreeModel, selectIsPremium, selectIsShutOut, useAccess } from "../../../state/access-store.ts"
import { useIsConversationMissing } from "../../../state/conversation-address.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { partsOf } from "../../../state/contributions.ts"
import { Icon } from "../../../ui/icon.tsx"
import styles from "./empty-chat.module.css"
import { displayNameOf } from "../../../state/model-facts.ts"

export interface EmptyChatProps {
  readonly sessionId: string
  readonly onStarter: (prompt: string) => void
}

/** A conversation before its first word: a greeting, and everyday things to try. They fill the composer, never send. */
export function EmptyChat({ sessionId, onStarter }: EmptyChatProps) {
  const { chat: t, shell, talk } = texts()
  const isTemporary = useConversations((state) => state.sessions[sessionId]?.temporary === true)
  const isPremium = useAccess(selectIsPremium)
  const isShutOut = useAccess(selectIsShutOut)
  const freeModel = useAccess(selectFreeModel)
  const isPretend = useAccess((state) => state.config.pretend)
  const isMissing = useIsConversationMissing()
  const model = useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.model)
  return (
    <div className={styles.empty}>
      <div className={styles.hello}>
        {isMissing && (
          <p className={styles.missing} role="status">
            {shell.conversationGone}
          </p>
        )}
        <h2>{isTemporary ? talk.temporary : t.greeting}</h2>
        {!isTemporary && !isPremium && <p>{t.about}</p>}
        {isShutOut ? (
          <p>
            {shell.codeNeeded} {/* The app build has no screen for it. */}
            <Link href={buildKind() === "app" ? "/settings" : "/auth"}>{shell.enterCode}</Link>
          </p>
        ) : (
          <p>
            {isTemporary
              ? talk.temporaryHint
              : isPremium
                ? t.premiumWith(displayNameOf(model ?? ""))
                : t.freeWith(freeModel)}
          </p>
        )}
        {isPretend && (
          <p className={styles.demo}>
            <Icon name="info" size={16} />
            {shell.demo}
          </p>
        )}
      </div>
      {partsOf("emptyChat").map(({ id, Control }) => (
        <Control key={id} sessionId={sessionId} />
      ))}
      <ul role="list" className={styles.starters}>
        {t.starters.map(({ title, hint, prompt }) => (
          <li key={title}>
            <button type="button" className={styles.starter} onClick={() => onStarter(prompt)}>
              <b>{title}</b>
              <span>{hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
