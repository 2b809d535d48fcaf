import { contentText } from "../gateway/content.ts"
import { foldText } from "../lib/fold-text.ts"
import { fuzzyScore } from "../prompts/fuzzy.ts"
import { maskGroups, type BuiltinMask, type MaskGroup } from "./builtin-masks.ts"
import type { Mask } from "./mask.ts"

/** A mask as lists show it: the built-in ones bring a group and a line about themselves. */
export type ListedMask = Mask & Partial<Pick<BuiltinMask, "group" | "about">>

interface Folded {
  readonly name: string
  readonly about: string
  readonly said: string
}

/** The folded words of a mask, once for each: a search looks at all masks at every key. */
const foldedWords = new WeakMap<Mask, Folded>()

function wordsOf(mask: ListedMask): Folded {
  const known = foldedWords.get(mask)
  if (known !== undefined) return known
  const said = mask.context
    .map(({ content }) => contentText(content))
    .join("\n")
    .slice(0, longestSearched)
  const folded = { name: foldText(mask.name), about: foldText(aboutOf(mask)), said: foldText(said) }
  foldedWords.set(mask, folded)
  return folded
}

/** How many characters of its messages a mask is found by. */
const longestSearched = 2_000

export interface RatedMask {
  readonly mask: ListedMask
  readonly score: number
}

/**
 * The masks that match a query, with how well: by name better than by the name of their group, and by that better than by what
 * they say. Those of a long list can be rated in portions.
 */
export function rateMasks(
  masks: readonly ListedMask[],
  query: string,
  groupNames: Readonly<Partial<Record<ListGroup, string>>> = {},
): readonly RatedMask[] {
  const folded = foldText(query.trim())
  return masks.flatMap((mask) => {
    const { name, about, said } = wordsOf(mask)
    const group = foldText(groupNames[groupOf(mask)] ?? "")
    const isLong = folded.length > 2
    const inside = about.includes(folded)
      ? 30
      : isLong && group.includes(folded)
        ? 25
        : isLong && said.includes(folded)
          ? 20
          : undefined
    const score = fuzzyScore(folded, name) ?? inside
    return score === undefined ? [] : [{ mask, score }]
  })
}

export function bestFirst(rated: readonly RatedMask[]): readonly ListedMask[] {
  return rated.toSorted((a, b) => b.score - a.score).map(({ mask }) => mask)
}

/** A line about a mask: the built-in ones have it written, of the others the beginning of their first message is shown. */
export function aboutOf({ about, context }: ListedMask): string {
  if (about !== undefined) return about
  return contentText(context.find(({ content }) => contentText(content).trim() !== "")?.content)
    .slice(0, 200)
    .replace(/\s+/g, " ")
    .trim()
}

/** Own masks stand in a group of their own. */
export type ListGroup = "own" | MaskGroup

/** The masks by group, in the order of the groups; groups without masks are left out. */
export function groupMasks(
  masks: readonly ListedMask[],
): readonly { readonly group: ListGroup; readonly masks: readonly ListedMask[] }[] {
  const groups: readonly ListGroup[] = ["own", ...maskGroups]
  return groups
    .map((group) => {
      const members = masks.filter((mask) => groupOf(mask) === group)
      // Those that come with the program stand as they are numbered, not as they are suggested.
      return { group, masks: group === "own" ? members : members.toSorted((a, b) => Number(a.id) - Number(b.id)) }
    })
    .filter(({ masks: members }) => members.length > 0)
}

export function groupOf({ builtin, group = "daily" }: ListedMask): ListGroup {
  return builtin ? group : "own"
}

/**
 * The masks to suggest for a new conversation: those used last first, then the user's own, then the built-in ones as their
 * file orders them. `usedAt` has the time at which a mask was last used, by its id.
 */
export function suggestMasks(
  masks: readonly ListedMask[],
  usedAt: ReadonlyMap<string, number>,
  most: number,
): readonly ListedMask[] {
  return masks
    .toSorted((a, b) => (usedAt.get(b.id) ?? -1) - (usedAt.get(a.id) ?? -1) || Number(a.builtin) - Number(b.builtin))
    .slice(0, most)
}
