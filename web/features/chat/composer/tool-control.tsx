import { memo, Suspense, useEffect, useState } from "react"
import { withChapters } from "../../../platform/language/texts.ts"
import { whenUsed } from "../../../state/first-use.ts"
import { lazyOr, nothing } from "../../../ui/lazy-part.tsx"

const ToolMenu = lazyOr<{ readonly sessionId: string }>(() => withChapters(import("./tool-menu.tsx"), "tools"), nothing)

/** What a model may use for the next question; it comes with the first words that are written, and not with a first visit. */
export const ToolControl = memo(function ToolControl({ sessionId }: { readonly sessionId: string }) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    whenUsed(want)
    document.addEventListener("input", want, { once: true })
    return () => document.removeEventListener("input", want)
  }, [])
  return (
    isWanted && (
      <Suspense>
        <ToolMenu sessionId={sessionId} />
      </Suspense>
    )
  )
})
