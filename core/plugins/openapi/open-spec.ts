import { isObject, objectOf, textOf, type JsonObject } from "../../lib/fields.ts"
import { err, ok, type Result } from "../../lib/result.ts"
import { changes } from "../consent.ts"
import type { PluginTool } from "../plugin.ts"
import { toolNameFor } from "./names.ts"
import { compile, isConsequential, titleOf, type FoundOperation } from "./operations.ts"
import { plainWords } from "./plain-words.ts"
import { readDocument, type ReadYaml } from "./read-document.ts"
import { checkReferences, createReferences, noneChecked, type References } from "./references.ts"
import { schemes3, suggestedAuth, type SuggestedAuth } from "./security.ts"
import { shortened } from "./schema.ts"
import { chooseServer, type HostVariable, type Server, type ServerChoice, type ServerList } from "./servers.ts"
import { SpecError, within, type SpecFault } from "./spec-fault.ts"
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
  /** In capitals; empty for a path that is described elsewhere, whose operations are not known. */
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
  const checked = noneChecked()
  const servers = new Map<string, Server | SpecFault>()
  const entries = found.map((operation) => {
    const fault = attempt(() => {
      const { written, item, at, fault: broken } = operation
      if (broken) throw new SpecError(broken.kind, broken.at)
      checkReferences(references, written["parameters"], within(at.operation, "parameters"), checked)
      checkReferences(references, item["parameters"], within(at.path, "parameters"), checked)
      checkReferences(references, written["requestBody"], within(at.operation, "requestBody"), checked)
    })
    return entryOf(operation, serverOf(operation), fault)
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
    })
    return tool ? ok(tool) : err(fault ?? { kind: "definition-too-large", at: key })
  }
  const tools = entries.length <= eagerOperations ? entries.map((entry) => toolOf(entry.key)) : []
  const operations = entries.map(({ found: _found, server: _server, ...entry }, index): Operation => {
    const tool = tools[index]
    const fault = entry.fault ?? (tool && !tool.ok ? tool.error : undefined)
    return { ...entry, isElsewhere: entry.host !== "" && entry.host !== mainHost, ...(fault && { fault }) }
  })
  const callable = operations.find(({ fault }) => fault === undefined)
  if (callable === undefined && operations[0]?.fault) return err(operations[0].fault)

  const info = objectOf(root["info"]) ?? {}
  const auth = suggestedAuth(root, isSwagger2 ? schemes2(root) : schemes3(root), references)
  return ok({
    title: shortened((textOf(info["title"]) ?? mainHost).trim(), longestText.title),
    version: shortened(versionOf(info["version"]), longestText.version),
    description: wordsOf(textOf(info["description"]) ?? textOf(info["summary"]), longestText.description),
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

/** The words of a Markdown text without its marks, for a short preview. Only the beginning is looked at: some texts are books. */
function wordsOf(markdown: string | undefined, most: number): string {
  return shortened(plainWords((markdown ?? "").slice(0, 4 * most)), most)
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
    about: wordsOf(textOf(written["description"]), longestText.about),
    host: isServer ? server.host : "",
    isElsewhere: false,
    changes: changes({ method, isConsequential: isConsequential(written) }),
    isDeprecated: written["deprecated"] === true,
    ...(fault && { fault }),
    found,
    server: isServer ? server : undefined,
  }
}

function findOperations(root: JsonObject, isSwagger2: boolean, references: References): readonly FoundOperation[] {
  const paths = objectOf(root["paths"]) ?? {}
  const names = new Set<string>()
  // Twins of an id must not depend on which comes first: ids that are used twice name nobody.
  const ids = new Map<string, number>()
  const all: Omit<FoundOperation, "name">[] = []
  const add = (operation: Omit<FoundOperation, "name">) => {
    if (all.length >= mostOperations) throw new SpecError("too-many-operations", "paths")
    all.push(operation)
  }
  for (const [key, entry] of Object.entries(paths)) {
    if (!isObject(entry) || key.startsWith("x-") || key.includes("://")) continue
    // Some leave the first slash out.
    const path = key.startsWith("/") ? key : `/${key}`
    const at = within("paths", key)
    const { item, fault } = itemOf(references, entry, at)
    if (fault) add({ key: path, method: "", path, written: {}, item: {}, at: { path: at, operation: at }, fault })
    for (const method of methods) {
      const written = item[method]
      if (!isObject(written)) continue
      const place = { path: at, operation: within(at, method) }
      const id = textOf(written["operationId"])
      if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1)
      const common = {
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        item: isSwagger2 ? {} : item,
        at: place,
      }
      add({ ...common, ...(isSwagger2 ? read2(references, written, item, root, place) : { written }) })
    }
  }
  return all.map((operation) => {
    const id = textOf(operation.written["operationId"])
    const isTwin = id !== undefined && (ids.get(id) ?? 0) > 1
    return { ...operation, name: toolNameFor(isTwin ? undefined : id, operation, names) }
  })
}

/** A path with its reference followed. One whose reference leads nowhere is what stands beside the reference. */
function itemOf(references: References, entry: JsonObject, at: string) {
  let item = entry
  const fault = attempt(() => void (item = references.resolve(entry, at).value))
  return { item, fault }
}

/** An operation of Swagger 2 in the words of OpenAPI 3; one whose parameters are broken stays as it is written. */
function read2(
  references: References,
  written: JsonObject,
  item: JsonObject,
  root: JsonObject,
  at: FoundOperation["at"],
): Pick<FoundOperation, "written" | "fault"> {
  let whole = written
  const fault = attempt(() => void (whole = operation2(references, written, item, root, at)))
  return { written: whole, ...(fault && { fault }) }
}

/** The fault that reading a part of the description ends with; undefined where it has none. */
function attempt(read: () => void): SpecFault | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
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
