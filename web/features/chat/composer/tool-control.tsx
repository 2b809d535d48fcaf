import { memo } from "react"
import { withChapters } from "../../../platform/language/texts.ts"
import { useIsUsed } from "../../../state/first-use.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"

const ToolMenu = lazyPart(() => withChapters(import("./tool-menu.tsx"), "tools"))

/** What a model may use for the next question; it comes with the first words that are written, and not with a first visit. */
export const ToolControl = memo(function ToolControl({ sessionId }: { readonly sessionId: string }) {
  return <ToolMenu wanted={useIsUsed()} isOptional sessionId={sessionId} />
})
