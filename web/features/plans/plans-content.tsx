import type { ReactNode } from "react"
import { usualCost } from "#core/models/usual-cost.ts"
import { priceOfAnswer } from "../../platform/gateway/media-offers.ts"
import { goodAtIn } from "../../platform/gateway/read-model-facts.ts"
import type { ServerConfig } from "../../platform/gateway/server-config.ts"
import { formatMoney } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectFlagship, selectFreeModel, selectFreeToday, useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./plans-content.module.css"

type Model = ServerConfig["models"][number]

/** Describes premium. Links come from the operator's configuration, and so do terms and prices. */
export default function PlansContent({ onClose }: { readonly onClose: () => void }) {
  const t = texts()
  const access = chapterTexts("access")
  const { goodAt, perMessage } = chapterTexts("model-list")
  const flagship = useAccess(selectFlagship)
  const { plansUrl, supportUrl, models } = useAccess((state) => state.config)
  const priceOf = usePriceOf()
  const offered = models.filter((model) => model.available)
  return (
    <Dialog
      open
      onClose={onClose}
      title={access.plansTitle}
      actions={
        <>
          <ButtonLink href="/settings" icon="key" onClick={onClose}>
            {access.haveCode}
          </ButtonLink>
          {supportUrl && <ButtonLink href={supportUrl}>{t.shell.support}</ButtonLink>}
          {plansUrl && (
            <ButtonLink href={plansUrl} variant="primary">
              {t.shell.seePlans}
            </ButtonLink>
          )}
        </>
      }
    >
      <p className={styles.intro}>{access.plansIntro(flagship)}</p>
      <Comparison offered={offered} price={priceOf(offered.find(({ displayName }) => displayName === flagship))} />
      {offered.length > 0 && (
        // With the focus here, the arrow keys scroll the window.
        <div role="group" aria-label={access.plansModels} tabIndex={0} className={styles.offered}>
          <div className={styles.heading}>
            <h3>{access.plansModels}</h3>
            <small>{perMessage}</small>
          </div>
          <ul role="list" className={styles.models}>
            {offered.map((model) => (
              <li key={`${model.name}@${model.provider}`}>
                <span>
                  <b>{model.displayName}</b>
                  <small>{goodAt[goodAtIn(model)]}</small>
                </span>
                <span className={styles.price}>{priceOf(model)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!plansUrl && !supportUrl && <p className={styles.note}>{access.askOperator}</p>}
    </Dialog>
  )
}

/** What a visitor has today, and what a code adds to it. */
function Comparison({ offered, price }: { readonly offered: readonly Model[]; readonly price: string }) {
  const { chat, shell } = texts()
  const access = chapterTexts("access")
  const freeModel = useAccess(selectFreeModel)
  const today = useAccess(selectFreeToday)
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <td>{"\u00a0"}</td>
          <th scope="col">{shell.free}</th>
          <th scope="col">
            <span className={styles.premium}>
              <Icon name="gem" size={16} />
              {shell.premium}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Line of={chat.models} free={freeModel} premium={String(offered.length)} />
        {today && <Line of={access.plansMessages} free={String(today.of)} premium={access.plansNoLimit} />}
        {price !== "" && <Line of={access.plansPrice} free={chat.free} premium={price} />}
      </tbody>
    </table>
  )
}

function Line({ of, free, premium }: { readonly of: string; readonly free: ReactNode; readonly premium: ReactNode }) {
  return (
    <tr>
      <th scope="row">{of}</th>
      <td>{free}</td>
      <td>{premium}</td>
    </tr>
  )
}

/** What a message of usual length costs with a model, in words; empty where it has no price. */
function usePriceOf(): (model: Model | undefined) => string {
  const config = useAccess((state) => state.config)
  const shape = useConfig((settings) => settings.modelConfig)
  return (model) => {
    if (model === undefined) return ""
    const { name, provider, pricePerMillion } = model
    const picture = priceOfAnswer(config, { model: name, providerName: provider }, shape)
    const price = picture ?? (pricePerMillion && usualCost(pricePerMillion))
    return price === undefined ? "" : texts().chat.estimate(formatMoney(price))
  }
}
