import { isObject, objectOf, objectsOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import { withoutEnd } from "../../lib/without-end.ts"
import { isPlainPath } from "../plain-path.ts"
import { SpecError, within } from "./spec-fault.ts"

/** How a description's addresses become one. */
export interface ServerChoice {
  /** Where the description was loaded from: a relative address begins there. Absent for one that was pasted or opened. */
  readonly loadedFrom?: string | undefined
  /** The user's choice for variables in a host, by name. */
  readonly variables?: Readonly<Record<string, string>>
  /** A host with letters beyond ASCII as it is called (`xn--…`); undefined for one that is none. Absent: there are none. */
  readonly asciiHost?: (host: string) => string | undefined
}

/** A variable of the host that the user may choose. */
export interface HostVariable {
  readonly name: string
  readonly choices: readonly string[]
  readonly value: string
}

export interface Server {
  /** `https://host/base`, without a slash at its end. */
  readonly base: string
  readonly host: string
  readonly variables: readonly HostVariable[]
}

/** A list of servers in a description, and where it stands. */
export interface ServerList {
  readonly servers: unknown
  readonly at: string
}

/** The first server with https, in the order of the lists; throws what is wrong with the first one where there is none. */
export function chooseServer(lists: readonly ServerList[], choice: ServerChoice): Server {
  const all = lists.flatMap(({ servers, at }) =>
    objectsOf(servers).map((server, index) => ({ server, at: within(at, "servers", index) })),
  )
  // Without a list, the service is where the description came from.
  if (all.length === 0) all.push({ server: { url: "/" }, at: "servers" })
  let first: SpecError | undefined
  for (const { server, at } of all) {
    try {
      return serverAt(server, at, choice)
    } catch (error) {
      if (!(error instanceof SpecError)) throw error
      // A variable or a relative address is what the writer meant; what is said of a first http server says more than both.
      first ??= error
    }
  }
  throw first ?? new SpecError("no-server", "servers")
}

/** A variable of an address, and where in it the variable stands first. */
interface Variable {
  readonly name: string
  readonly part: "scheme" | "host" | "path"
  /** The values that it may have, the preferred one first. */
  readonly values: readonly string[]
  /** The values that the user may choose among, in the order of the description. */
  readonly choices: readonly string[]
}

const variablePattern = /\{([^{}]{1,100})\}/g

function serverAt(server: JsonObject, at: string, choice: ServerChoice): Server {
  const written = typeof server["url"] === "string" ? server["url"].trim() : ""
  const variables = variablesIn(written, server["variables"], at, choice)
  const addressWith = (picked: Picked) => {
    const filled = written.replaceAll(variablePattern, (whole, name: string) => picked.get(name) ?? whole)
    return addressOf(filled, within(at, "url"), choice)
  }
  const picked = firstUsable(variables, addressWith)
  const address = addressWith(picked)
  const offered = variables.flatMap(({ name, choices }): readonly HostVariable[] => {
    const usable = choices.filter((value) => isUsable(() => addressWith(new Map(picked).set(name, value))))
    return usable.length === 0 ? [] : [{ name, choices: usable, value: picked.get(name) ?? "" }]
  })
  return { ...address, variables: offered }
}

function variablesIn(
  url: string,
  known: unknown,
  at: string,
  { variables: chosen = {} }: ServerChoice,
): readonly Variable[] {
  const { start, end } = hostIn(url)
  const found = new Map<string, Variable>()
  for (const { 1: name = "", index } of url.matchAll(variablePattern)) {
    if (found.has(name)) continue
    const part = index >= end ? "path" : index < start ? "scheme" : "host"
    const variable = isObject(known) && Object.hasOwn(known, name) ? (objectOf(known[name]) ?? {}) : {}
    const wished = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    const all = valuesOf(variable, part, wished)
    const kind = part === "host" ? "server-variable" : "server-blank"
    if (all.values.length === 0) throw new SpecError(kind, within(at, "variables", name))
    found.set(name, { name, part, ...all })
  }
  return [...found.values()]
}

/** The most values of a variable, and the most combinations of values, that are tried. */
const mostTries = 200

/**
 * The values of a variable; none where it has none of its own. In a host only a list of choices has some: whoever writes a free
 * text there sends the token wherever it says.
 */
function valuesOf(
  variable: JsonObject,
  part: Variable["part"],
  wished: string | undefined,
): Pick<Variable, "values" | "choices"> {
  const value = variable["default"]
  const fallback = typeof value === "string" || typeof value === "number" ? String(value) : undefined
  const all = textsOf(variable["enum"]).slice(0, mostTries)
  if (part === "path" || (part === "scheme" && all.length === 0))
    return { values: fallback === undefined ? [] : [fallback], choices: [] }
  const preferred = all.filter((one) => one === (wished ?? fallback))
  return { values: [...new Set([...preferred, ...all])], choices: all }
}

type Picked = ReadonlyMap<string, string>

/** The first values that make an address that can be called; the preferred ones where none do. */
function firstUsable(variables: readonly Variable[], addressWith: (picked: Picked) => unknown): Picked {
  let all: readonly Picked[] = [new Map()]
  for (const { name, part, values } of variables) {
    // No other scheme is called than this one.
    const secure = part === "scheme" ? values.filter((value) => /^https:?$/i.test(value)) : []
    const some = secure.length > 0 ? secure : values
    all = all.flatMap((picked) => some.map((value) => new Map(picked).set(name, value))).slice(0, mostTries)
  }
  return all.find((picked) => isUsable(() => addressWith(picked))) ?? all[0] ?? new Map()
}

function isUsable(address: () => unknown): boolean {
  try {
    address()
    return true
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    return false
  }
}

/** Where the host begins and ends in an address: what stands before it is its scheme, and may be a variable itself. */
function hostIn(url: string): { readonly start: number; readonly end: number } {
  const start = /^[^/]*\/\//.exec(url)?.[0].length ?? 0
  const end = url.slice(start).search(/[/?#]/)
  // A relative address has no host, unless it begins with a variable, which may be one.
  if (start === 0 && !url.startsWith("{")) return { start, end: 0 }
  return { start, end: end === -1 ? url.length : start + end }
}

/** As `URL` reads it: `core` has no such class, and needs little of it. */
const absolute = /^(https?):\/\/([^/?#\\]+)([^?#]*)/i

function addressOf(url: string, at: string, { loadedFrom, asciiHost }: ServerChoice): Omit<Server, "variables"> {
  const whole = resolved(url, loadedFrom)
  if (whole === undefined) throw new SpecError("relative-server", at)
  const [, scheme = "", named = "", path = ""] = absolute.exec(whole) ?? []
  const authority = named.replace(/^[^@:[\]]*[\u0080-\uffff][^@:[\]]*/, (host) => asciiHost?.(host) ?? host)
  if (authority === "") throw new SpecError("server-address", at)
  if (scheme.toLowerCase() !== "https") throw new SpecError("http-server", at)
  const [, host = "", port = ""] = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(authority) ?? []
  if (host === "") throw new SpecError("server-address", at)
  if (port !== "" && port !== "443") throw new SpecError("server-port", at)
  if (!isPlainPath(path)) throw new SpecError("server-address", at)
  const lower = host.toLowerCase()
  return { base: `https://${lower}${withoutEnd(path, /\//)}`, host: lower }
}

/** The address in full; undefined where it is relative to nothing. */
function resolved(url: string, loadedFrom: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url
  const [, scheme = "", authority = "", path = ""] = absolute.exec(loadedFrom ?? "") ?? []
  if (authority === "") return undefined
  if (url.startsWith("//")) return `${scheme}:${url}`
  if (url.startsWith("/")) return `${scheme}://${authority}${url}`
  const folder = path.slice(0, path.lastIndexOf("/") + 1) || "/"
  return `${scheme}://${authority}${joined(folder, url)}`
}

/** A relative path behind a folder, its `.` and `..` followed. */
function joined(folder: string, relative: string): string {
  const steps = folder.split("/").slice(0, -1)
  for (const step of relative.split("/")) {
    if (step === "..") steps.splice(Math.max(1, steps.length - 1))
    else if (step !== ".") steps.push(step)
  }
  return steps.join("/") || "/"
}
