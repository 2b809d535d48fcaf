import { texts } from "../platform/texts.ts"
import { IconButton } from "./button.tsx"
import { useDrawer } from "./drawer.tsx"
import { useIsMobile } from "./use-media.ts"

/** Opens the sidebar where it is a drawer; elsewhere it is nothing, because the sidebar is in sight. */
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
