import { Link } from "../platform/browser/links.ts"
import { unauthorizedOptions, type UnauthorizedOption } from "#core/access/unauthorized-help.ts"
import { buildKind } from "../platform/browser/build-kind.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { useAccess } from "../state/access-store.ts"
import { countClick } from "../state/analytics.ts"
import { openPlans } from "../state/plans-dialog.ts"
import styles from "./failure-notice.module.css"

/** Under an answer that was refused for want of access: what can be done now. */
export function UnauthorizedHelp() {
  const config = useAccess((state) => state.config)
  return (
    <ol className={styles.help}>
      {unauthorizedOptions(buildKind(), config).map((option) => (
        <li key={option}>
          <Option option={option} plansUrl={config.plansUrl} />
        </li>
      ))}
    </ol>
  )
}

function Option({ option, plansUrl }: { readonly option: UnauthorizedOption; readonly plansUrl: string | undefined }) {
  const t = chapterTexts("access")
  switch (option) {
    case "hosted":
      return plansUrl === undefined ? (
        <button type="button" onClick={openPlans}>
          {t.hosted}
        </button>
      ) : (
        <a
          href={plansUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => countClick("ConversationGuideToCPaymentClick")}
        >
          {t.hosted}
        </a>
      )
    case "access-code":
      return <Link href="/auth">{t.enterKey}</Link>
    case "own-provider":
      return <Link href="/settings">{t.ownProvider}</Link>
  }
}
