import { goodAtOf } from "#core/models/ratings.ts"
import { presentMoney } from "../../../platform/money.ts"
import { texts } from "../../../platform/texts.ts"
import { selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { dispatch, useConversations } from "../../../state/conversation-store.ts"
import { useModelList } from "../../../state/model-list.ts"
import { groupMarker, Selector, type SelectorItem } from "../../../ui/selector.tsx"
import styles from "./model-dialog.module.css"
import { usualCost } from "../turn/estimate-cost.ts"
import { offeredModels, type ModelChoice } from "../composer/offered-models.ts"

export interface ModelDialogProps {
  readonly sessionId: string
  readonly current: string
  readonly onClose: () => void
}

/** The models one conversation can be held with, by provider. Those that cannot be chosen say why. */
export default function ModelDialog({ sessionId, current, onClose }: ModelDialogProps) {
  const t = texts().chat
  const listed = useAccess((state) => state.config.models)
  const isFree = !useAccess(selectIsPremium)
  const models = offeredModels(useModelList(), listed, isFree)
  const providerName = useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.providerName)
  const named = models.filter(({ name }) => name === current)
  const chosen = named.find(({ provider }) => provider === providerName) ?? named[0]
  return (
    <Selector
      title={t.models}
      columns={[t.model, t.reasoningColumn, t.speed, t.perMessage]}
      items={itemsOf(models, isFree)}
      selected={chosen === undefined ? [] : [valueOf(chosen)]}
      onClose={onClose}
      onSelect={(value) => {
        const choice = models.find((model) => valueOf(model) === value)
        if (choice === undefined) return
        dispatch({ type: "model-chosen", sessionId, model: choice.name, providerName: choice.provider })
      }}
    >
      <p className={styles.count}>{t.modelsAvailable(models.filter(({ barred }) => barred === undefined).length)}</p>
    </Selector>
  )
}

function valueOf({ name, provider }: ModelChoice): string {
  return `${name}@${provider}`
}

/** What is open to this user first, then what an access code adds; each by provider, where there is more than one. */
function itemsOf(models: readonly ModelChoice[], isFree: boolean): readonly SelectorItem[] {
  const t = texts().chat
  const open = models.filter(({ barred }) => barred !== "premium-only")
  const premium = models.filter(({ barred }) => barred === "premium-only")
  const severalProviders = new Set(models.map(({ provider }) => provider)).size > 1
  const grouped = (part: readonly ModelChoice[], prefix: string) =>
    part.flatMap((choice, at) => {
      const begins = choice.provider !== part[at - 1]?.provider
      const isNamed = begins && (severalProviders || (prefix !== "" && at === 0))
      const heading = headingOf([prefix, severalProviders ? choice.provider : ""])
      return [...(isNamed ? [heading] : []), itemOf(choice, isFree)]
    })
  return [...grouped(open, ""), ...grouped(premium, t.onlyPremium)]
}

function headingOf(words: readonly string[]): SelectorItem {
  const title = words.filter((word) => word !== "").join(" · ")
  return { value: `${groupMarker}${title}`, title }
}

function itemOf(choice: ModelChoice, isFree: boolean): SelectorItem {
  const t = texts().chat
  return {
    value: valueOf(choice),
    title: choice.title,
    subtitle: texts().models.goodAt[goodAtOf(choice)],
    disabled: choice.barred === undefined ? undefined : choice.barred === "unavailable" ? t.modelOff : "",
    cells: [
      <Rating key="reasoning" icon="💡" value={choice.reasoning} label={t.reasoningRating(choice.reasoning)} />,
      <Rating key="speed" icon="⚡" value={choice.speed} label={t.speedRating(choice.speed)} />,
      <span key="price" className={styles.price} title={t.perMessage}>
        {usualPrice(choice, isFree)}
      </span>,
    ],
  }
}

function Rating({ icon, value, label }: { readonly icon: string; readonly value: number; readonly label: string }) {
  return (
    <span className={styles.rating} role="img" aria-label={label}>
      {icon.repeat(value)}
      <i>{icon.repeat(5 - value)}</i>
    </span>
  )
}

function usualPrice({ pricePerMillion: price, barred, own }: ModelChoice, isFree: boolean): string {
  const t = texts().chat
  if (own) return t.ownKey
  if (isFree && barred === undefined) return t.free
  if (price === undefined) return ""
  return t.estimate(presentMoney(usualCost(price)))
}
