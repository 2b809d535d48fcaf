import { fieldsOf, isObject, textOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import type { Collection } from "../storage/collection.ts"
import { authLocations, authTypes, type Plugin, type PluginTool } from "./plugin.ts"

/** The longest texts of a plugin, in UTF-16 units. */
const longest = { title: 200, version: 100, content: 16 * 1024 * 1024, header: 100 } as const

/** Reads a stored or imported plugin; undefined for anything else. One of NextChat's is off until its operations are seen. */
export function readPlugin(stored: unknown): Plugin | undefined {
  const fields = fieldsOf(stored)
  const { id, createdAt, enabled, content } = fields
  if (!isRecordId(id) || typeof content !== "string" || content.length > longest.content) return undefined
  const authHeader = textOf(fields["authHeader"])?.slice(0, longest.header)
  const authToken = textOf(fields["authToken"])
  const source = textOf(fields["source"])
  const tools = Array.isArray(fields["tools"]) ? (fields["tools"] as unknown[]).filter(isTool) : []
  const { variables } = fields
  return {
    id,
    title: (textOf(fields["title"]) ?? "?").slice(0, longest.title),
    version: (textOf(fields["version"]) ?? "").slice(0, longest.version),
    content,
    builtin: fields["builtin"] === true,
    createdAt: typeof createdAt === "number" && Number.isFinite(createdAt) ? createdAt : 0,
    authType: authTypes.find((type) => type === fields["authType"]) ?? "none",
    authLocation: authLocations.find((place) => place === fields["authLocation"]) ?? "header",
    ...(authHeader === undefined ? {} : { authHeader }),
    ...(authToken === undefined ? {} : { authToken }),
    enabled: enabled === true && tools.length > 0,
    hosts: Array.isArray(fields["hosts"]) ? fields["hosts"].filter((host) => typeof host === "string") : [],
    tools,
    ...(source === undefined ? {} : { source }),
    ...(isObject(variables) && { variables: textsIn(variables) }),
  }
}

/** As far as a call needs it; what is nonsense fails where it is called. */
function isTool(stored: unknown): stored is PluginTool {
  const { key, name, title, description, parameters, call } = fieldsOf(stored)
  const { base, host, path, method, parameters: wire, body } = fieldsOf(call)
  const texts = [key, name, title, description, base, host, path, method]
  if (!texts.every((text) => typeof text === "string") || !isObject(parameters) || !Array.isArray(wire)) return false
  if (
    !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name as string) ||
    !(base as string).startsWith(`https://${host as string}`)
  )
    return false
  return body === undefined || Array.isArray(fieldsOf(body)["fields"])
}

function textsIn(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}

/** The user's plugins as they are saved. A description and what was made of it are one part: halves of two would not fit. */
export const pluginCollection = {
  name: "plugins" as const,
  version: 1,
  read: (stored) => {
    const value = readPlugin(stored)
    return value && { value, isWhole: true }
  },
  shape: {
    together: { description: ["content", "version", "tools", "hosts", "source", "variables"] },
    least: ["createdAt"],
  },
} satisfies Collection<Plugin>
