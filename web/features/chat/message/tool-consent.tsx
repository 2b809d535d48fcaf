import { useEffect, useId, useState } from "react"
import { changes, shownArguments } from "#core/plugins/consent.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { focusOn } from "../../../state/composer-focus.ts"
import {
  allowAll,
  decideCall,
  isAnyWaiting,
  useWaitingCalls,
  type Decision,
  type WaitingCall,
} from "../../../state/tool-consent.ts"
import { selectIsCharged, useAccess } from "../../../state/access-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Icon } from "../../../ui/icon.tsx"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { messageCost } from "../turn/message-cost.ts"
import styles from "./tool-consent.module.css"

/** The calls of an answer that wait for the user: what would be sent, where to, and the yes or no. They wait without a limit. */
export default function ToolConsent({
  sessionId,
  answerId,
}: {
  readonly sessionId: string
  readonly answerId: string
}) {
  const t = chapterTexts("tools")
  const waiting = useWaitingCalls(answerId)
  const price = useRoundPrice(sessionId, answerId)
  if (waiting.length === 0) return null
  return (
    <div className={styles.cards}>
      <Announcement text={waiting.map(({ title }) => t.asks(title)).join(" ")} />
      {waiting.map((call) => (
        <Card key={call.index} call={call} />
      ))}
      {waiting.length > 1 && (
        <Button variant="primary" className={styles.all} onClick={() => settle(answerId, () => allowAll(answerId))}>
          {t.runAll}
        </Button>
      )}
      <p className={styles.hurry}>
        {t.noHurry} {price === undefined ? "" : t.perRound(price)}
      </p>
    </div>
  )
}

function Card({ call }: { readonly call: WaitingCall }) {
  const t = chapterTexts("tools")
  const id = useId()
  const [isAlways, setAlways] = useState(false)
  const { title, given, reach, before, answerId, index } = call
  const { method, host } = reach
  const decide = (decision: Decision) => settle(answerId, () => decideCall(answerId, index, decision))
  const isWriting = changes(reach)
  const strangers = [...new Set(before.map((source) => source.host).filter((other) => other !== host && other !== ""))]
  const facts = shownArguments(given)
  return (
    <section className={styles.card} role="group" aria-label={t.confirm(title)}>
      <div className={styles.words}>
        <header className={styles.head}>
          <span className={classNames(styles.tile, isWriting && styles.warn)} aria-hidden="true">
            <Icon name={isWriting ? "edit" : "search"} />
          </span>
          <div>
            <h3>
              <span dir="auto">{title}</span>
              <span className={classNames(styles.tag, isWriting && styles.warn)}>{isWriting ? t.writes : t.reads}</span>
            </h3>
            <p className={styles.where} dir="ltr">
              {method} {host}
            </p>
          </div>
        </header>
        {facts.length === 0 ? (
          <p className={styles.soft}>{t.noArguments}</p>
        ) : (
          <dl className={styles.arguments} tabIndex={0} aria-label={title}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt dir="ltr">{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {strangers.length > 0 && <p className={styles.caution}>{t.afterOther(strangers.join(", "))}</p>}
        {facts.length > 0 && <p className={styles.soft}>{t.dataGoes(host)}</p>}
      </div>
      <div className={styles.foot}>
        <div className={styles.buttons}>
          <Button onClick={() => decide("refuse")}>{t.refuse}</Button>
          <Button variant="primary" onClick={() => decide(isAlways ? "always" : "run")}>
            {t.run}
          </Button>
        </div>
        {isWriting && (
          <label className={styles.always} htmlFor={id}>
            <input id={id} type="checkbox" checked={isAlways} onChange={(event) => setAlways(event.target.checked)} />
            {t.always}
          </label>
        )}
      </div>
    </section>
  )
}

/** The last card goes with its press, and what is drawn in its place goes with the round: the focus must not be on either. */
function settle(answerId: string, decide: () => void): void {
  decide()
  if (!isAnyWaiting(answerId)) focusOn()
}

/** Read out once: the text comes after its region, or screen readers miss it. */
function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState("")
  useEffect(() => setSaid(text), [text])
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}

/** Roughly what the model's next round will cost; undefined where nothing is charged, or no price is known. */
function useRoundPrice(sessionId: string, answerId: string): string | undefined {
  const isCharged = useAccess(selectIsCharged)
  const question = useConversations((state) => {
    const messages = state.messages[sessionId] ?? []
    return messages[messages.findIndex(({ id }) => id === answerId) - 1]
  })
  const [cost, setCost] = useState<MicroReais>()
  useEffect(() => {
    let isOver = false
    if (isCharged && question) {
      void messageCost(sessionId, question.content, question.id).then((found) => {
        if (!isOver) setCost(found?.cost)
      })
    }
    return () => {
      isOver = true
    }
  }, [isCharged, sessionId, question])
  return cost === undefined ? undefined : formatMoney(cost)
}
