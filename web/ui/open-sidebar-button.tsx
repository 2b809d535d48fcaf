import { texts } from "../platform/language/texts.ts"
import { IconButton } from "./button.tsx"
import { useDrawer } from "./drawer.tsx"
import { useIsMobile } from "./use-media.ts"

/**
 * A button that opens the sidebar where it is a drawer; elsewhere it renders nothing, because the sidebar is visible.
 */
export function OpenSidebarButton() {
  const { isOpen, open } = useDrawer()
  if (!useIsMobile()) return null
  return (
    <IconButton
      icon="menu"
      label={texts().shell.openConversations}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={open}
    />
  )
}
