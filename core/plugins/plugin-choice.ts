/*
 * The plugins that somebody chose for a conversation or a mask, by their ids. An empty list is no choice: NextChat writes one
 * into each mask and conversation in which nobody ever looked at plugins.
 */

/** Stands in the list of a conversation in which all plugins were switched off by hand. No plugin has this id. */
const noneOfThem = "-"

/** Whether a plugin that is on may be used: all may, until somebody chooses among them. */
export function isAmongChosen(chosen: readonly string[] | undefined, id: string): boolean {
  return chosen === undefined || chosen.length === 0 || chosen.includes(id)
}

/** A choice with one plugin switched on or off. `all`: the ids of those that are on in general. */
export function withPlugin(
  chosen: readonly string[] | undefined,
  { id, isOn, all }: { readonly id: string; readonly isOn: boolean; readonly all: readonly string[] },
): readonly string[] {
  const before = (chosen?.length ? chosen : all).filter((one) => one !== id && one !== noneOfThem)
  const after = isOn ? [...before, id] : before
  return after.length > 0 ? after : [noneOfThem]
}
