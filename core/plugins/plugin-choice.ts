/*
 * The plugins that somebody chose for a conversation or a mask, by their ids. An empty list is no choice: NextChat writes one
 * into each mask and conversation in which nobody ever looked at plugins. Nor is one that names none of the plugins that are
 * here: it came from another program, or from somebody with other plugins, and says nothing about these.
 */

/** The plugins that come with the program, which whoever opens a mask's link has as well (`plugins.json`). */
export const sharedPlugins: ReadonlySet<string> = new Set(["brasil", "transparencia"])

/** Stands in each list that was chosen by hand, which stays a choice when its plugins are gone. No plugin has this id. */
const byHand = "-"

/** Whether there is a plugin of this id; while that is not known, every plugin counts as being here. */
type IsHere = (id: string) => boolean

/** Whether a plugin that is on may be used: all may, until somebody chooses among them. */
export function isAmongChosen(chosen: readonly string[] | undefined, id: string, isHere: IsHere): boolean {
  return choiceAmong(chosen, isHere)?.includes(id) ?? true
}

/** A choice with one plugin switched on or off. `all`: the ids of those that are on in general. */
export function withPlugin(
  chosen: readonly string[] | undefined,
  {
    id,
    isOn,
    all,
    isHere,
  }: { readonly id: string; readonly isOn: boolean; readonly all: readonly string[]; readonly isHere: IsHere },
): readonly string[] {
  const others = (choiceAmong(chosen, isHere) ?? all).filter((one) => one !== id && one !== byHand)
  return [byHand, ...others, ...(isOn ? [id] : [])]
}

function choiceAmong(chosen: readonly string[] | undefined, isHere: IsHere): readonly string[] | undefined {
  return chosen?.some((one) => one === byHand || isHere(one)) ? chosen : undefined
}
