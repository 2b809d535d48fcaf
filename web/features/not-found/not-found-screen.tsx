import { texts } from "../../platform/language/texts.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Screen } from "../../ui/screen.tsx"

/** An address that is none of ours. The server answers it with status 404. */
export default function NotFoundScreen() {
  const t = texts().shell
  return (
    <Screen title={t.notFound}>
      <Notice mark="404" text={t.notFoundText}>
        <ButtonLink href="/" variant="primary">
          {t.backToChat}
        </ButtonLink>
      </Notice>
    </Screen>
  )
}
