import { withChapters } from "../platform/language/texts.ts"

/**
 * Most conversations fail nowhere: the notice is no part of the first load. But a failure often means a lost connection, so it is
 * fetched before anything can be sent.
 */
export const loadFailureNotice = () => withChapters(import("./failure-notice.tsx"), "errors", "access")
