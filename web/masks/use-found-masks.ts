import { startTransition, useEffect, useState } from "react"
import { bestFirst, rateMasks, type ListedMask, type RatedMask } from "#core/masks/find-masks.ts"
import { chapterTexts } from "../platform/language/texts.ts"

/** Masks looked through before the page has its turn: some milliseconds of a slow phone. */
const portion = 40

/**
 * The masks that match a query, the best first. Among many they are looked for between the keys of who types; until then those
 * found before stay.
 */
export function useFoundMasks(all: readonly ListedMask[], query: string): readonly ListedMask[] {
  const [found, setFound] = useState(all)
  useEffect(() => {
    if (query === "") return setFound(all)
    let isOver = false
    const look = async () => {
      const rated: RatedMask[] = []
      for (let at = 0; at < all.length; at += portion) {
        // oxlint-disable-next-line no-await-in-loop -- the page has its turn between two portions
        if (at > 0) await new Promise((resolve) => setTimeout(resolve))
        if (isOver) return
        rated.push(...rateMasks(all.slice(at, at + portion), query, chapterTexts("masks").groups))
      }
      // The cards are drawn in pieces, too.
      startTransition(() => setFound(bestFirst(rated)))
    }
    void look()
    return () => {
      isOver = true
    }
  }, [all, query])
  return query === "" ? all : found
}
