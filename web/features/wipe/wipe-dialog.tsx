import { closeWipe, useWipeDialog, wipeIsMissing } from "../../state/wipe-dialog.ts"
import { withChapters } from "../../platform/language/texts.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"

const WipeContent = lazyPart(() => withChapters(import("./wipe-content.tsx"), "data", "settings"))

/** The window that deletes everything. It stands beside the page, so that it is there when the page is not. */
export function WipeDialog() {
  const isOpen = useWipeDialog((state) => state.isOpen)
  return isOpen && <WipeContent onMissing={wipeIsMissing} onClose={closeWipe} />
}
