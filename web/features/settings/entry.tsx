import type { ReactNode } from "react"
import { foldText } from "#core/lib/fold-text.ts"
import { Setting } from "./setting.tsx"

/** A setting as the screen lists it: what it is found by, and its row. */
export interface Entry {
  readonly title: string
  readonly hint: string
  readonly row: ReactNode
}

/** A section as the screen lists it. What does not exist for this user is false. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly entries: readonly (Entry | false)[]
}

export interface ShownChapter extends Chapter {
  readonly entries: readonly Entry[]
}

/** A setting with one control. `isPlain`: its control has a name of its own. */
export function entry(
  title: string,
  hint: string,
  control: ReactNode,
  { note, isPlain = false }: { readonly note?: ReactNode; readonly isPlain?: boolean } = {},
): Entry {
  return {
    title,
    hint,
    row: (
      <Setting title={title} hint={hint} note={note} isPlain={isPlain}>
        {control}
      </Setting>
    ),
  }
}

/** What holds every word that is looked for, in its title or its explanation; sections with nothing left are left out. */
export function matching(chapters: readonly Chapter[], query: string): readonly ShownChapter[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return chapters
    .map((chapter) => ({
      ...chapter,
      entries: chapter.entries.filter((one): one is Entry => {
        if (one === false) return false
        const text = foldText(`${one.title} ${one.hint}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
