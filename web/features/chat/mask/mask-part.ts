import { withChapters } from "../../../platform/language/texts.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"

/** What a conversation shows of its mask, fetched with the first that has one. */
export const MaskPart = lazyPart(() => withChapters(import("./mask-parts.tsx"), "masks"))
