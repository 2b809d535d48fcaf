import { joinSentences } from "#core/i18n/join-sentences.ts"
import { chapterTexts } from "../language/texts.ts"
import type { Undone } from "./import-messages.ts"

/** What came of undoing an import: how much of it went, and why the rest is still here. */
export function undoneText({ removed, kept, passedOn }: Undone): string {
  const t = chapterTexts("portable").import
  const stayed = [kept > 0 && t.undoneKept(kept), passedOn > 0 && t.undonePassedOn(passedOn)]
  return stayed.reduce((said: string, why) => (why === false ? said : joinSentences(said, why)), t.undone(removed))
}
