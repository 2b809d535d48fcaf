import { isPageSource, titleOfPage } from "#core/shares/page-source.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import type { Actions } from "../../state/contributions.ts"
import { showPage } from "../../state/open-page.ts"

/** A block of code that is a page opens as one. */
export const artifactActions: Pick<Actions, "code"> = {
  code: [
    {
      id: "open-page",
      icon: "eye",
      text: () => chapterTexts("sharing").openPage,
      isOffered: ({ code, language }) => useConfig.getState().enableArtifacts && isPageSource(code, language),
      run: ({ code }) => showPage({ html: code, title: titleOfPage(code) || chapterTexts("sharing").page }),
    },
  ],
}
