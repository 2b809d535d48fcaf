import type { Rewrite } from "./simulated-database.ts"

/** A guard of the books taken out of its statements, to see that the simulator would notice. */
export interface Mutation {
  readonly name: string
  readonly rewrite: Rewrite
}

const without =
  (guard: string, instead: string): Rewrite =>
  (text) =>
    text.replaceAll(guard, instead)

export const mutations: readonly Mutation[] = [
  {
    name: "a hold is closed without looking whether it is open",
    rewrite: without("and state = 'open' and owner = ?", "and owner = ?"),
  },
  {
    name: "money is held without looking whether it is there",
    rewrite: without("posted - held - floor >= ?", "cast(? as bigint) >= 0"),
  },
  {
    name: "a reference may be used again",
    rewrite: (text) =>
      text.replace("ref text not null unique", "ref text not null").replace("on conflict (ref) do nothing", ""),
  },
]

/** The statements that a mutation changes: none means that it takes nothing out any more. */
export function changedBy({ rewrite }: Mutation, statements: readonly string[]): readonly string[] {
  return statements.filter((text) => rewrite(text) !== text)
}
