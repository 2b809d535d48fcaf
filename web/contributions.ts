import { SearchToggle } from "./features/chat/composer/search-toggle.tsx"
import type { Contributions } from "./state/contributions.ts"

/** The features' contributions to each other's screens. */
export const contributions: Contributions = {
  header: [],
  emptyChat: [],
  composer: [{ id: "search", Control: SearchToggle }],
  composerEnd: [],
  actions: () => import("./actions.ts"),
}
