import { asToolName, distinct } from "./openapi/names.ts"
import type { Plugin, PluginTool } from "./plugin.ts"

/**
 * The names under which models know the operations of all saved plugins, also of those that are off: what is switched on or off
 * between two questions gives no plugin the name of another's tool. A name that is taken gets the plugin's title before it.
 * `reserved`: the names of tools that are no plugin's.
 */
export function toolNames(
  plugins: readonly Pick<Plugin, "title" | "tools">[],
  reserved: Iterable<string>,
): ReadonlyMap<PluginTool, string> {
  const taken = new Set(reserved)
  return new Map(
    plugins.flatMap(({ title, tools }) =>
      tools.map((tool): [PluginTool, string] => {
        const { name } = tool
        const free = taken.has(name) ? distinct(asToolName(`${title.slice(0, 20)}_${name}`), taken) : name
        taken.add(free)
        return [tool, free]
      }),
    ),
  )
}
