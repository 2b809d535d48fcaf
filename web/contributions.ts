import { BalanceChip } from "./features/chat/balance-chip.tsx"
import { SearchToggle } from "./features/chat/composer/search-toggle.tsx"
import { MaskStrip } from "./features/masks/mask-strip.tsx"
import { ShareButton } from "./features/share/share-button.tsx"
import { ToolControl } from "./features/chat/composer/tool-control.tsx"
import { goTo } from "./platform/browser/navigation.ts"
import { texts, withChapters } from "./platform/language/texts.ts"
import { useAccess } from "./state/access-store.ts"
import { useConfig } from "./state/config-store.ts"
import type { Contributions } from "./state/contributions.ts"

/** The features' contributions to each other's screens. */
export const contributions: Contributions = {
  header: [
    { id: "balance", Control: BalanceChip },
    { id: "share", Control: ShareButton },
  ],
  emptyChat: [{ id: "masks", Control: MaskStrip }],
  composerMenu: [
    {
      id: "image",
      icon: "image",
      text: () => texts().shell.newImage,
      isOffered: () =>
        useConfig.getState().enableImageGeneration && useAccess.getState().config.roles.image !== undefined,
      run: () => goTo("/sd-new"),
    },
    { id: "plugins", icon: "plug", text: () => texts().shell.plugins, run: () => goTo("/plugins") },
  ],
  composer: [
    { id: "search", Control: SearchToggle },
    { id: "tools", Control: ToolControl },
  ],
  syncSettings: () => withChapters(import("./features/vault/vault-settings.tsx"), "vault"),
  actions: () => withChapters(import("./actions.ts"), "dialogs", "model-list", "sharing", "speech"),
}
