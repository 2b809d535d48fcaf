import { isObject, parseJson } from "../lib/fields.ts"
import { readPlugin } from "./plugin-collection.ts"
import type { Plugin } from "./plugin.ts"

/** What of a plugin is handed on: its name, its description and how its calls prove who makes them, without the token. */
export type PluginFile = Pick<Plugin, "title" | "version" | "content" | "authType" | "authHeader" | "authLocation">

export function pluginInFile({ title, version, content, authType, authHeader, authLocation }: Plugin): PluginFile {
  return {
    title,
    version,
    content,
    authType,
    ...(authHeader === undefined ? {} : { authHeader }),
    ...(authLocation === undefined ? {} : { authLocation }),
  }
}

/** The plugin in a text, where the text is such a file rather than a description. NextChat stores its plugins alike. */
export function readPluginFile(text: string): PluginFile | undefined {
  // Nearly every description speaks of a "content", and one of megabytes is parsed elsewhere.
  if (!/^\s*\{/.test(text) || !text.includes('"authType"') || !text.includes('"content"')) return undefined
  const stored = parseJson(text)
  if (!isObject(stored) || "openapi" in stored || "swagger" in stored || typeof stored["authType"] !== "string") {
    return undefined
  }
  const plugin = readPlugin({ ...stored, id: "plugin-file" })
  return plugin && pluginInFile(plugin)
}
