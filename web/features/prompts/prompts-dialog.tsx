import { lazy, Suspense } from "react"
import { closePrompts, usePromptsDialog } from "../../state/prompts-dialog.ts"

const PromptsContent = lazy(() => import("./prompts-content.tsx"))

/** The list of prompts; its content loads when it is first opened. */
export function PromptsDialog() {
  const isOpen = usePromptsDialog((state) => state.isOpen)
  if (!isOpen) return null
  return (
    <Suspense>
      <PromptsContent onClose={closePrompts} />
    </Suspense>
  )
}
