import { isObject, objectOf, textOf, type JsonObject } from "../../lib/fields.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import { changes } from "../consent.ts"
import type { PluginTool } from "../plugin.ts"
import { toolNameFor } from "./names.ts"
import { compile, isConsequential, titleOf, type FoundOperation } from "./operations.ts"
import { readDocument, type ReadYaml } from "./read-document.ts"
import { checkReferences, createReferences } from "./references.ts"
import { schemes3, suggestedAuth, type SuggestedAuth } from "./security.ts"
import { shortened } from "./schema.ts"
import { chooseServer, type HostVariable, type Server, type ServerChoice, type ServerList } from "./servers.ts"
import { isFatal, SpecError, within, type SpecFault } from "./spec-fault.ts"
import { operation2, schemes2, serversOf2 } from "./swagger-2.ts"

export interface SpecOptions extends ServerChoice {
  readonly readYaml: ReadYaml
  /** One of our own, whose extensions count. */
  readonly isBuiltin?: boolean
}

/** A description that was read: what it is of, and what can be called. */
export interface Spec {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The host of most operations, for which the token is. */
  readonly host: string
  readonly variables: readonly HostVariable[]
  readonly auth?: SuggestedAuth
  readonly operations: readonly Operation[]
  /** An operation as a tool; the error says why it cannot be one. */
  readonly toolOf: (key: string) => Result<PluginTool, SpecFault>
}

/** An operation in the list of what a service can do. */
export interface Operation {
  /** `GET /pedidos/{numero}` */
  readonly key: string
  readonly method: string
  readonly path: string
  readonly name: string
  readonly title: string
  readonly about: string
  readonly host: string
  /** At another host than most: off until ticked, and never sent the token. */
  readonly isElsewhere: boolean
  /** It may change something, and is asked about each time. */
  readonly changes: boolean
  readonly isDeprecated: boolean
  /** Why it cannot be called. */
  readonly fault?: SpecFault
}

const methods = ["get", "head", "post", "put", "patch", "delete"] as const
const mostOperations = 3_000
const longestText = { title: 100, version: 40, description: 2_000, about: 160 } as const

/** Reads a description of a service. The error says what is wrong with it, and where. */
export function openSpec(text: string, options: SpecOptions): Result<Spec, SpecFault> {
  const document = readDocument(text, options.readYaml)
  if (!document.ok) return document
  try {
    return readSpec(document.value.root, document.value.format === "swagger-2", options)
  } catch (error) {
    if (error instanceof SpecError) return err(error.fault)
    throw error
  }
}

interface Entry extends Operation {
  readonly found: FoundOperation
  readonly server: Server | undefined
}

function readSpec(root: JsonObject, isSwagger2: boolean, options: SpecOptions): Result<Spec, SpecFault> {
  const references = createReferences(root)
  const found = findOperations(root, isSwagger2, references)
  if (found.length === 0) return err({ kind: "no-paths", at: "paths" })
  const ofDocument: ServerList = {
    servers: isSwagger2 ? serversOf2(root) : root["servers"],
    at: "",
  }
  const seen = new Set<object>()
  const servers = new Map<string, Server | SpecFault>()
  const entries = found.map((operation) => {
    const fault = attempt(() => {
      const { written, item, at } = operation
      checkReferences(references, written["parameters"], within(at.operation, "parameters"), seen)
      checkReferences(references, item["parameters"], within(at.path, "parameters"), seen)
      checkReferences(references, written["requestBody"], within(at.operation, "requestBody"), seen)
    })
    const server = serverOf(operation)
    return entryOf(operation, server, fault)
  })
  const mainHost = mostCommonHost(entries)
  const usable = entries.filter(({ fault }) => fault === undefined)
  const first = entries[0]?.fault
  if (usable.length === 0 && first !== undefined) return err(first)

  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const toolOf = (key: string): Result<PluginTool, SpecFault> => {
    const entry = byKey.get(key)
    if (entry?.server === undefined || entry.fault) return err(entry?.fault ?? { kind: "no-paths", at: key })
    const { found: operation, server } = entry
    let tool: PluginTool | undefined
    const fault = attempt(() => {
      tool = compile(references, operation, server, { isBuiltin: options.isBuiltin === true, mainHost })
    }, false)
    return tool ? ok(tool) : err(fault ?? { kind: "definition-too-large", at: key })
  }
  const tools = entries.length <= eagerOperations ? entries.map((entry) => toolOf(entry.key)) : []
  const operations = entries.map(({ found: _found, server: _server, ...entry }, index): Operation => {
    const tool = tools[index]
    const fault = entry.fault ?? (tool && !tool.ok ? tool.error : undefined)
    return { ...entry, isElsewhere: entry.host !== mainHost, ...(fault && { fault }) }
  })
  const callable = operations.find(({ fault }) => fault === undefined)
  if (callable === undefined && operations[0]?.fault) return err(operations[0].fault)

  const info = objectOf(root["info"]) ?? {}
  const auth = suggestedAuth(root, isSwagger2 ? schemes2(root) : schemes3(root), references)
  return ok({
    title: shortened((textOf(info["title"]) ?? mainHost).trim(), longestText.title),
    version: shortened(versionOf(info["version"]), longestText.version),
    description: shortened(
      (textOf(info["description"]) ?? textOf(info["summary"]) ?? "").trim(),
      longestText.description,
    ),
    host: mainHost,
    variables: usable.find(({ host }) => host === mainHost)?.server?.variables ?? [],
    ...(auth && { auth }),
    operations,
    toolOf,
  })

  function serverOf({ written, item, at }: FoundOperation): Server | SpecFault {
    const lists: ServerList[] = [
      ...("servers" in written ? [{ servers: written["servers"], at: at.operation }] : []),
      ...("servers" in item ? [{ servers: item["servers"], at: at.path }] : []),
      ofDocument,
    ]
    // Nearly always there is one list, the document's: it is read once.
    const name = lists.length === 1 ? "" : at.operation
    const known = servers.get(name)
    if (known !== undefined) return known
    let server: Server | undefined
    const fault = attempt(() => void (server = chooseServer(lists, options)))
    const chosen = server ?? fault ?? { kind: "no-server", at: "servers" }
    servers.set(name, chosen)
    return chosen
  }
}

/** Up to so many operations are all looked at closely when a description is opened; of more, those that are switched on. */
const eagerOperations = 150

function entryOf(found: FoundOperation, server: Server | SpecFault, referenceFault: SpecFault | undefined): Entry {
  const { key, method, path, name, written } = found
  const isServer = "base" in server
  const fault = referenceFault ?? (isServer ? undefined : server)
  return {
    key,
    method,
    path,
    name,
    title: titleOf(written, key),
    about: shortened((textOf(written["description"]) ?? "").replaceAll(/\s+/g, " ").trim(), longestText.about),
    host: isServer ? server.host : "",
    isElsewhere: false,
    changes: changes({ method, isConsequential: isConsequential(written) }),
    isDeprecated: written["deprecated"] === true,
    ...(fault && { fault }),
    found,
    server: isServer ? server : undefined,
  }
}

function findOperations(root: JsonObject, isSwagger2: boolean, references: ReturnType<typeof createReferences>) {
  const paths = objectOf(root["paths"]) ?? {}
  const found: FoundOperation[] = []
  const names = new Set<string>()
  // Twins of an id must not depend on which comes first: ids that are used twice name nobody.
  const ids = new Map<string, number>()
  const all: Omit<FoundOperation, "name">[] = []
  for (const [path, entry] of Object.entries(paths)) {
    if (!path.startsWith("/") || !isObject(entry)) continue
    const at = within("paths", path)
    const { value: item } = references.resolve(entry, at)
    for (const method of methods) {
      const written = item[method]
      if (!isObject(written)) continue
      if (all.length >= mostOperations) throw new SpecError("too-many-operations", "paths")
      const place = { path: at, operation: within(at, method) }
      const id = textOf(written["operationId"])
      if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1)
      const whole = isSwagger2 ? lazily2(references, written, item, root, place) : written
      all.push({
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        written: whole,
        item: isSwagger2 ? {} : item,
        at: place,
      })
    }
  }
  for (const operation of all) {
    const id = textOf(operation.written["operationId"])
    const isTwin = id !== undefined && (ids.get(id) ?? 0) > 1
    found.push({ ...operation, name: toolNameFor(isTwin ? undefined : id, operation, names) })
  }
  return found
}

/** An operation whose parameters are broken is listed as it is written; what is wrong with it is found where it is checked. */
function lazily2(
  references: ReturnType<typeof createReferences>,
  written: JsonObject,
  item: JsonObject,
  root: JsonObject,
  at: FoundOperation["at"],
): JsonObject {
  try {
    return operation2(references, written, item, root, at)
  } catch (error) {
    if (error instanceof SpecError && !isFatal(error.fault)) return written
    throw error
  }
}

/** What is wrong with a part; a fault for which the whole is refused is thrown on. */
function attempt(read: () => void, throwsOn = true): SpecFault | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof SpecError) || (throwsOn && isFatal(error.fault))) throw error
    return error.fault
  }
}

function mostCommonHost(entries: readonly Entry[]): string {
  const counts = new Map<string, number>()
  for (const { host, fault } of entries) if (!fault) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ""
}

function versionOf(version: unknown): string {
  return typeof version === "string" || typeof version === "number" ? String(version) : ""
}
