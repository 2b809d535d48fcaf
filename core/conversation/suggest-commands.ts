import { foldText } from "../lib/fold-text.ts"
import { fuzzyScore } from "../prompts/fuzzy.ts"
import { commandNames, type CommandName } from "./commands.ts"

/**
 * The commands to offer while one is being typed: those whose name begins so, then those that are nearly written so or
 * described so. None when the text is no beginning of a command.
 */
export function suggestCommands(
  text: string,
  describe: (name: CommandName) => string = () => "",
): readonly CommandName[] {
  const typed = /^[:：](\p{Ll}{0,20})$/u.exec(text)?.[1]
  if (typed === undefined) return []
  const query = foldText(typed)
  const named = commandNames.filter((name) => name.startsWith(query))
  if (query.length < shortestSearch) return named
  const meant = commandNames.filter((name) =>
    [name, foldText(describe(name))].some((words) => fuzzyScore(query, words) !== undefined),
  )
  return [...new Set([...named, ...meant])]
}

/** A face, ":p" or ":c", is no search. */
const shortestSearch = 3
