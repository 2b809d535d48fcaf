import { lazy, Suspense } from "react"
import { closePlans, usePlansDialog } from "../../state/plans-dialog.ts"

const PlansContent = lazy(() => import("./plans-content.tsx"))

/** The window about premium; its content loads when it is first opened. */
export function PlansDialog() {
  const isOpen = usePlansDialog((state) => state.isOpen)
  if (!isOpen) return null
  return (
    <Suspense>
      <PlansContent onClose={closePlans} />
    </Suspense>
  )
}
