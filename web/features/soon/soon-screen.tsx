import { texts } from "../../platform/texts.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Screen } from "../../ui/screen.tsx"

/** A place that exists and is not built yet: what it will be, in one true sentence, and the way back. */
export default function SoonScreen({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Screen title={title}>
      <Notice text={text}>
        <ButtonLink href="/" variant="primary">
          {texts().shell.backToChat}
        </ButtonLink>
      </Notice>
    </Screen>
  )
}
