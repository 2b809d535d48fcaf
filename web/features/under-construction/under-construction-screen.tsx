import type { LaterTexts } from "#core/i18n/texts.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Screen } from "../../ui/screen.tsx"

interface UnderConstructionProps {
  readonly title: string
  readonly of: keyof LaterTexts["construction"]
}

/** A place that exists and is not built yet: what it will be, in one true sentence, and the way back. */
export default function UnderConstructionScreen({ title, of }: UnderConstructionProps) {
  return (
    <Screen title={title}>
      <Notice text={chapterTexts("construction")[of]}>
        <ButtonLink href="/" variant="primary">
          {texts().shell.backToChat}
        </ButtonLink>
      </Notice>
    </Screen>
  )
}
