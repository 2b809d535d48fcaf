import { closePlans, usePlansDialog } from "../../state/plans-dialog.ts"
import { withChapters } from "../../platform/language/texts.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"

const PlansContent = lazyPart(() => withChapters(import("./plans-content.tsx"), "access", "model-list"))

/** The window about premium; its content loads when it is first opened. */
export function PlansDialog() {
  const isOpen = usePlansDialog((state) => state.isOpen)
  return isOpen && <PlansContent onMissing={closePlans} onClose={closePlans} />
}
