import { BalanceChip } from "./features/chat/balance-chip.tsx"
import { SearchToggle } from "./features/chat/composer/search-toggle.tsx"
import { ShareButton } from "./features/share/share-button.tsx"
import type { Contributions } from "./state/contributions.ts"

/** The features' contributions to each other's screens. */
export const contributions: Contributions = {
  header: [
    { id: "balance", Control: BalanceChip },
    { id: "share", Control: ShareButton },
  ],
  emptyChat: [],
  composer: [{ id: "search", Control: SearchToggle }],
  composerEnd: [],
  composerMenu: [],
  actions: () => import("./actions.ts"),
}
