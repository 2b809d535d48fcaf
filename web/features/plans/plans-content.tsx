import { goodAtIn } from "../../platform/gateway/model-facts.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectFlagship, useAccess } from "../../state/access-store.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./plans-content.module.css"

/** Describes premium. Links come from the operator's configuration, and so do terms and prices. */
export default function PlansContent({ onClose }: { readonly onClose: () => void }) {
  const t = texts()
  const access = chapterTexts("access")
  const { goodAt } = chapterTexts("model-list")
  const flagship = useAccess(selectFlagship)
  const { plansUrl, supportUrl, models } = useAccess((state) => state.config)
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
      {offered.length > 0 && (
        <>
          <h3 className={styles.heading}>{access.plansModels}</h3>
          <ul className={styles.models}>
            {offered.map((model) => (
              <li key={model.name}>
                <Icon name="check" size={16} />
                <span>
                  {model.displayName} <small>{goodAt[goodAtIn(model)]}</small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {!plansUrl && !supportUrl && <p className={styles.note}>{access.askOperator}</p>}
    </Dialog>
  )
}
