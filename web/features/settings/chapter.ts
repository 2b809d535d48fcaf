import { foldText } from "#core/lib/fold-text.ts"
import type { Entry } from "../../ui/setting-entry.tsx"

/** A section as the screen lists it. What does not exist for this user is false. */
export interface Chapter {
  readonly id: string
  readonly title: string
  readonly entries: readonly (Entry | false)[]
}

export interface ShownChapter extends Chapter {
  readonly entries: readonly Entry[]
}

/** The settings whose title or explanation contains every word of the query; empty chapters are left out. */
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
