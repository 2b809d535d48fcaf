import { foldText } from "../lib/fold-text.ts"

/** The most towns that are told of: whoever asks for one by its name has a few of that name in mind. */
const mostTowns = 10

/** The towns of a list whose names are like the one that was asked for, those that are the same first. */
export function findTowns<Town extends { readonly nome: unknown }>(
  towns: readonly Town[],
  asked: string,
): readonly Town[] {
  const name = plain(asked)
  if (name === "") return []
  const rank = ({ nome }: Town) => {
    const own = plain(typeof nome === "string" ? nome : "")
    if (own === "") return 3
    if (own === name) return 0
    if (own.startsWith(name)) return 1
    // "Uberlândia MG" and "cidade de Uberlândia" name it, too.
    return ` ${own} `.includes(` ${name} `) || ` ${name} `.includes(` ${own} `) ? 2 : 3
  }
  return towns
    .map((town) => ({ town, rank: rank(town) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostTowns)
    .map(({ town }) => town)
}

/** A name as words without accents and signs: `Olho-d'Água` is `olho d agua`. */
function plain(name: string): string {
  return foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join(" ")
}
