import { withChapters } from "../../platform/language/texts.ts"

/** The screen with its texts: for its route, and ahead of it (`web/fetch-ahead.ts`). */
export const loadSearchScreen = () => withChapters(import("./search-screen.tsx"), "search")
