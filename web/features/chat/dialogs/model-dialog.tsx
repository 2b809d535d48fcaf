import { priceLevel } from "#core/models/price-level.ts"
import { usualCost } from "#core/models/usual-cost.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { formatDay } from "../../../platform/language/format.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { useToday } from "../../../platform/browser/use-today.ts"
import { priceOfAnswer } from "../../../platform/gateway/media-offers.ts"
import { selectIsPremium, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { chooseModel } from "../../../state/switch-model.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { openPlans } from "../../../state/plans-dialog.ts"
import { useModelList } from "../../../state/model-list.ts"
import { Button } from "../../../ui/button.tsx"
import { groupMarker, Selector, type SelectorItem } from "../../../ui/selector.tsx"
import { offeredModels, shownAbilities, type ModelChoice, type ShownAbility } from "../composer/offered-models.ts"
import styles from "./model-dialog.module.css"
import { Abilities, abilityName, PriceMarks, Stars } from "./model-marks.tsx"

export interface ModelDialogProps {
  readonly sessionId: string
  readonly current: string
  /** What the choice is for; absent: the messages from here on. */
  readonly title?: string
  readonly onChosen?: () => void
  readonly onClose: () => void
}

/** The models one conversation can be held with, by provider. Those that cannot be chosen say why. */
export default function ModelDialog({ sessionId, current, title, onChosen, onClose }: ModelDialogProps) {
  const t = texts().chat
  const list = chapterTexts("model-list")
  const config = useAccess((state) => state.config)
  const isFree = !useAccess(selectIsPremium)
  const models = offeredModels(useModelList(), config, { isFree, now: useToday() })
  const providerName = useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.providerName)
  const named = models.filter(({ name }) => name === current)
  const chosen = named.find(({ provider }) => provider === providerName) ?? named[0]
  return (
    <Selector
      title={title ?? t.models}
      columns={[t.model, list.reasoningColumn, list.speed, list.perMessage]}
      items={itemsOf(models, isFree)}
      selected={chosen === undefined ? [] : [valueOf(chosen)]}
      noneFound={list.noneFound}
      onClose={onClose}
      onSelect={(value) => {
        const choice = models.find((model) => valueOf(model) === value)
        if (choice === undefined) return
        chooseModel(sessionId, choice.name, choice.provider)
        onChosen?.()
      }}
      onLocked={openPlans}
      foot={models.some(({ barred }) => barred === "premium-only") && <Plans onOpen={onClose} />}
    />
  )
}

/** What the locks are about, and the way to open them. */
function Plans({ onOpen }: { readonly onOpen: () => void }) {
  const show = () => {
    onOpen()
    openPlans()
  }
  return (
    <div className={styles.plans}>
      <p>{chapterTexts("model-list").lockHint}</p>
      <Button icon="gem" onClick={show}>
        {texts().shell.seePlans}
      </Button>
    </div>
  )
}

function valueOf({ name, provider }: ModelChoice): string {
  return `${name}@${provider}`
}

/**
 * The models available to this user first, then those that need an access code; each group by provider, where there are
 * several.
 */
function itemsOf(models: readonly ModelChoice[], isFree: boolean): readonly SelectorItem[] {
  const t = chapterTexts("model-list")
  const open = models.filter(({ barred }) => barred !== "premium-only")
  const premium = models.filter(({ barred }) => barred === "premium-only")
  const drawn = shownAbilities.filter((ability) => models.some(({ abilities }) => abilities.includes(ability)))
  const severalProviders = new Set(models.map(({ provider }) => provider)).size > 1
  const grouped = (part: readonly ModelChoice[], prefix: string) =>
    part.flatMap((choice, at) => {
      const begins = choice.provider !== part[at - 1]?.provider
      const isNamed = begins && (severalProviders || (prefix !== "" && at === 0))
      const heading = headingOf([prefix, severalProviders ? choice.provider : ""])
      return [...(isNamed ? [heading] : []), itemOf(choice, isFree, drawn)]
    })
  return [...grouped(open, ""), ...grouped(premium, t.onlyPremium)]
}

function headingOf(words: readonly string[]): SelectorItem {
  const title = words.filter((word) => word !== "").join(" · ")
  return { value: `${groupMarker}${title}`, title }
}

function itemOf(choice: ModelChoice, isFree: boolean, drawn: readonly ShownAbility[]): SelectorItem {
  const list = chapterTexts("model-list")
  const { title, provider, goodAt, abilities, rating, leaves, barred } = choice
  // Models that only need an access code are not dimmed.
  const isQuiet = barred === "unavailable" || barred === "retired"
  return {
    value: valueOf(choice),
    title,
    tag: leaves === undefined ? undefined : list.leaves(formatDay(leaves)),
    subtitle: list.goodAt[goodAt],
    keywords: [provider, ...abilities.map(abilityName)].join(" "),
    disabled: whyNot(choice),
    locked: barred === "premium-only" ? list.lockedName : undefined,
    marks: <Abilities has={abilities} of={drawn} isQuiet={isQuiet} />,
    cells: [
      rating && (
        <Stars
          key="reasoning"
          kind="reasoning"
          value={rating.reasoning}
          label={list.reasoningRating(rating.reasoning)}
          isQuiet={isQuiet}
        />
      ),
      rating && (
        <Stars key="speed" kind="speed" value={rating.speed} label={list.speedRating(rating.speed)} isQuiet={isQuiet} />
      ),
      <Price key="price" choice={choice} isFree={isFree} />,
    ],
  }
}

/** Why a model cannot be chosen by anybody. */
function whyNot({ barred, left }: ModelChoice): string | undefined {
  const { chat: t, models: words } = texts()
  const list = chapterTexts("model-list")
  if (barred === undefined || barred === "premium-only") return undefined
  if (left === undefined) return t.modelOff
  const went = words.left(left.since === undefined ? undefined : formatDay(left.since))
  return left.next === undefined ? went : `${went} · ${list.followedBy(left.next)}`
}

/** How dear the model is, and what a message of usual length costs. */
function Price({ choice, isFree }: { readonly choice: ModelChoice; readonly isFree: boolean }) {
  const t = texts().chat
  const list = chapterTexts("model-list")
  const { pricePerMillion: price, barred, own } = choice
  const isGratis = isFree && barred === undefined
  const config = useAccess((state) => state.config)
  const shape = useConfig((settings) => settings.modelConfig)
  const picture = priceOfAnswer(config, { model: choice.name, providerName: choice.provider }, shape)
  const perMessage = picture ?? (price && usualCost(price))
  return (
    <span className={styles.price} title={list.perMessage}>
      {price && !isGratis && <PriceMarks level={priceLevel(price.output)} />}
      <span>{own ? list.ownKey : isGratis ? t.free : perMessage ? t.estimate(formatMoney(perMessage)) : ""}</span>
    </span>
  )
}
