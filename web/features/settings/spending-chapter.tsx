import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { CeilingSetting } from "./ceiling-setting.tsx"
import type { Chapter } from "./chapter.ts"
import { entry, type Entry } from "../../ui/setting-entry.tsx"

/** The settings chapter about spending: ceilings and the statement. */
export function spendingChapter(): Chapter {
  const t = chapterTexts("settings")
  return {
    id: "gastos",
    title: t.spending,
    entries: [
      ceiling(t.messageCeiling, t.messageCeilingHint, "messageCeiling"),
      ceiling(t.dayCeiling, t.dayCeilingHint, "dayCeiling"),
      entry(t.statement, t.statementHint, <ButtonLink href="/statement">{texts().shell.openStatement}</ButtonLink>, {
        isPlain: true,
      }),
    ],
  }
}

function ceiling(title: string, hint: string, name: "messageCeiling" | "dayCeiling"): Entry {
  return { title, hint, row: <Ceiling title={title} hint={hint} name={name} /> }
}

function Ceiling({
  name,
  ...words
}: {
  readonly title: string
  readonly hint: string
  readonly name: "messageCeiling" | "dayCeiling"
}) {
  const value = useConfig((config) => config[name])
  return (
    <CeilingSetting {...words} value={value} onChange={(amount) => useConfig.getState().change({ [name]: amount })} />
  )
}
