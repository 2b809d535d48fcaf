import { foldText } from "../lib/fold-text.ts"
import { fuzzyScore } from "../prompts/fuzzy.ts"
import { commandNames, type CommandName } from "./commands.ts"

/**
 * The commands to offer while one is being typed: first those whose name begins so, then those whose name or
 * description is similar. Empty when the text cannot begin a command.
 */
export function suggestCommands(
  text: string,
  describe: (name: CommandName) => string = () => "",
): readonly CommandName[] {
  const typed = /^[:：](\p{L}{0,20})$/u.exec(text)?.[1]
  if (typed === undefined) return []
  const query = foldText(typed)
  const isShort = query.length < shortestSearch
  if (isShort && typed !== typed.toLowerCase()) return []
  const named = commandNames.filter((name) => name.startsWith(query))
  if (isShort) return named
  const meant = commandNames.filter((name) => {
    const isFound = [name, foldText(describe(name))].some((words) => fuzzyScore(query, words) !== undefined)
    return isFound || isSlip(query, name)
  })
  return [...new Set([...named, ...meant])]
}

/** Whether a text is an emoticon such as ":p" or ":D": it is no command unless the user picks one from the list. */
export function isFace(text: string): boolean {
  return /^[:：]\p{L}$/u.test(text)
}

/** Fewer characters than this are not searched for in descriptions. */
const shortestSearch = 3

/** Whether a word is a name with one typing error: a letter too many, missing, replaced, or two swapped. */
function isSlip(word: string, name: string): boolean {
  let same = 0
  while (same < name.length && word[same] === name[same]) same += 1
  const [here, there] = [word.slice(same), name.slice(same)]
  const isSwapped = here[0] === there[1] && here[1] === there[0] && here.slice(2) === there.slice(2)
  return isSwapped || here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1)
}
