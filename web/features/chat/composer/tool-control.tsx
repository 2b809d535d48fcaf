import { memo, Suspense, useEffect, useState } from "react"
import { whenIdle } from "../../../platform/browser/when-idle.ts"
import { withChapters } from "../../../platform/language/texts.ts"
import { lazyOr, nothing } from "../../../ui/lazy-part.tsx"

const ToolMenu = lazyOr<{ readonly sessionId: string }>(() => withChapters(import("./tool-menu.tsx"), "tools"), nothing)

/** What a model may use for the next question; it comes when the page is idle. */
export const ToolControl = memo(function ToolControl({ sessionId }: { readonly sessionId: string }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    isIdle && (
      <Suspense>
        <ToolMenu sessionId={sessionId} />
      </Suspense>
    )
  )
})
