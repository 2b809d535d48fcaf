import { withChapters } from "../../platform/language/texts.ts"
import { closePortable, usePortableDialog } from "../../state/portable-dialog.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"

const Windows = lazyPart(() => withChapters(import("./portable-windows.tsx"), "portable", "data", "settings"))

/** The windows of import, export and backup. They stand beside the screens: each can be opened from several. */
export function PortableDialogs() {
  const open = usePortableDialog((state) => state.open)
  return <Windows wanted={open !== undefined} onMissing={closePortable} />
}
