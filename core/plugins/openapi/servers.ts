import { isObject, objectsOf, textsOf, type JsonObject } from "../../lib/fields.ts"
import { withoutEnd } from "../../lib/without-end.ts"
import { isPlainPath } from "../plain-path.ts"
import { SpecError, within } from "./spec-fault.ts"

/** How a description's addresses become one. */
export interface ServerChoice {
  /** Where the description was loaded from: a relative address begins there. Absent for one that was pasted or opened. */
  readonly loadedFrom?: string | undefined
  /** The user's choice for variables in a host, by name. */
  readonly variables?: Readonly<Record<string, string>>
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

function serverAt(server: JsonObject, at: string, { loadedFrom, variables: chosen = {} }: ServerChoice): Server {
  const written = typeof server["url"] === "string" ? server["url"].trim() : ""
  const known = isObject(server["variables"]) ? server["variables"] : {}
  const hostEnd = hostLength(written)
  const variables: HostVariable[] = []
  const filled = written.replaceAll(/\{([^{}]{1,100})\}/g, (_whole, name: string, offset: number) => {
    const variable = Object.hasOwn(known, name) && isObject(known[name]) ? known[name] : {}
    const place = within(at, "variables", name)
    const value = variable["default"]
    const fallback = typeof value === "string" || typeof value === "number" ? String(value) : undefined
    if (offset >= hostEnd) {
      if (fallback === undefined) throw new SpecError("server-variable", place)
      return fallback
    }
    const choices = textsOf(variable["enum"])
    // Whoever writes a free text into a host sends the token wherever it says.
    if (choices.length === 0) throw new SpecError("server-variable", place)
    const wished = Object.hasOwn(chosen, name) ? chosen[name] : fallback
    const picked = choices.find((one) => one === wished) ?? choices[0] ?? ""
    variables.push({ name, choices, value: picked })
    return picked
  })
  return { ...addressOf(filled, within(at, "url"), loadedFrom), variables }
}

/** Up to where an address is its scheme and host. */
function hostLength(url: string): number {
  const start = /^[a-z+.-]*:?\/\//i.exec(url)?.[0].length ?? 0
  const end = url.slice(start).search(/[/?#]/)
  if (start === 0) return url.startsWith("{") ? (end === -1 ? url.length : end) : 0
  return end === -1 ? url.length : start + end
}

/** As `URL` reads it: `core` has no such class, and needs little of it. */
const absolute = /^(https?):\/\/([^/?#\\]+)([^?#]*)/i

function addressOf(url: string, at: string, loadedFrom: string | undefined): Omit<Server, "variables"> {
  const whole = resolved(url, loadedFrom)
  if (whole === undefined) throw new SpecError("relative-server", at)
  const [, scheme = "", authority = "", path = ""] = absolute.exec(whole) ?? []
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
