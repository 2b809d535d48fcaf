import { useEffect } from "react"
import { texts } from "../../platform/language/texts.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { fetchMissingAgain, ScreenMissing } from "../../ui/lazy-part.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Notice } from "../../ui/notice.tsx"

/** In the place of a screen that could not be drawn: the conversations are where they were. */
export function ScreenTrouble({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = texts()
  useEffect(fetchMissingAgain, [])
  return (
    <Notice
      mark={<Icon name="warning" size={44} />}
      text={error instanceof ScreenMissing ? t.shell.partMissing : t.crash.screen(error.message)}
    >
      <Button variant="primary" icon="retry" onClick={onRetry}>
        {t.crash.retry}
      </Button>
      <ButtonLink href="/">{t.shell.backToChat}</ButtonLink>
    </Notice>
  )
}
