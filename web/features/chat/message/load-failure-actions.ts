import { withChapters } from "../../../platform/language/texts.ts"

/** With the notice itself: whoever begins to write has both, before a connection can be lost. */
export const loadFailureActions = () => withChapters(import("./failure-actions.tsx"), "access")
