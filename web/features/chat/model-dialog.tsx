import { presentMoney } from "../../platform/money.ts"
import { texts } from "../../platform/texts.ts"
import { selectIsPremium, useAccess } from "../../state/access-store.ts"
import { dispatch } from "../../state/conversation-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./model-dialog.module.css"
import { usualCost } from "./estimate-cost.ts"
import { offeredModels, type ModelChoice } from "./offered-models.ts"

export interface ModelDialogProps {
  readonly sessionId: string
  readonly current: string
  readonly onClose: () => void
}

/** The models one conversation can be held with. Those that cannot be chosen say why. */
export default function ModelDialog({ sessionId, current, onClose }: ModelDialogProps) {
  const t = texts().chat
  const listed = useAccess((state) => state.config.models)
  const isFree = !useAccess(selectIsPremium)
  const models = offeredModels(listed, isFree)
  const premium = models.filter(({ barred }) => barred === "premium-only")
  const open = models.filter(({ barred }) => barred !== "premium-only")
  const choose = (choice: ModelChoice) => {
    dispatch({ type: "model-chosen", sessionId, model: choice.name, providerName: choice.provider })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t.models} size="wide">
      <p className={styles.count}>{t.modelsAvailable(models.filter(({ barred }) => barred === undefined).length)}</p>
      <Choices choices={open} current={current} isFree={isFree} choose={choose} />
      {premium.length > 0 && (
        <>
          <h3 className={styles.group}>{t.onlyPremium}</h3>
          <Choices choices={premium} current={current} isFree={isFree} choose={choose} />
        </>
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly choices: readonly ModelChoice[]
  readonly current: string
  readonly isFree: boolean
  readonly choose: (choice: ModelChoice) => void
}

function Choices({ choices, current, isFree, choose }: ChoicesProps) {
  return (
    <ul role="list" className={styles.models}>
      {choices.map((choice) => (
        <li key={`${choice.name}@${choice.provider}`}>
          <button
            type="button"
            className={classNames(styles.model, choice.name === current && styles.chosen)}
            aria-current={choice.name === current ? "true" : undefined}
            aria-disabled={choice.barred !== undefined}
            onClick={() => {
              if (choice.barred === undefined) choose(choice)
            }}
          >
            <ModelLine choice={choice} isCurrent={choice.name === current} isFree={isFree} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function ModelLine({
  choice,
  isCurrent,
  isFree,
}: {
  readonly choice: ModelChoice
  readonly isCurrent: boolean
  readonly isFree: boolean
}) {
  const t = texts().chat
  const hint = t.modelHints[choice.name]
  return (
    <>
      <span className={styles.name}>
        <b>
          {choice.title} {isCurrent && <Icon name="check" size={16} />}
        </b>
        {hint !== undefined && <span>{hint}</span>}
        {choice.barred === "unavailable" && <span className={styles.why}>{t.modelOff}</span>}
      </span>
      <Rating icon="💡" value={choice.reasoning} label={t.reasoningRating(choice.reasoning)} />
      <Rating icon="⚡" value={choice.speed} label={t.speedRating(choice.speed)} />
      <span className={styles.price} title={t.perMessage}>
        {usualPrice(choice, isFree)}
      </span>
    </>
  )
}

function Rating({ icon, value, label }: { readonly icon: string; readonly value: number; readonly label: string }) {
  return (
    <span className={styles.rating} role="img" aria-label={label}>
      {icon.repeat(value)}
      <i>{icon.repeat(5 - value)}</i>
    </span>
  )
}

function usualPrice({ pricePerMillion: price, barred }: ModelChoice, isFree: boolean): string {
  const t = texts().chat
  if (isFree && barred === undefined) return t.free
  if (price === undefined) return ""
  return t.estimate(presentMoney(usualCost(price)))
}
