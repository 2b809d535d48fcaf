import { isObject, objectOf, objectsOf, textOf, type JsonObject } from "../../lib/fields.ts"
import type { AuthLocation, AuthType } from "../plugin.ts"
import type { References } from "./references.ts"

/** How a service wants its callers to prove who they are, as its description says: the form begins with it. */
export interface SuggestedAuth {
  readonly authType: AuthType
  readonly authLocation: AuthLocation
  /** The name of the header or parameter, where it is not the usual one. */
  readonly authHeader?: string
  /** It hands out tokens by signing in (OAuth 2): the user brings one. */
  readonly isSignIn?: true
  /** What the service wants besides, with each call: a plugin has one key only. */
  readonly besides?: readonly string[]
  /** The way in that the service requires, where we cannot send it: a cookie, or a kind of signature we do not know. */
  readonly unserved?: readonly string[]
}

/**
 * The first way that can be served, of those that the whole description or else any operation asks for. One that wants a single
 * key goes before one that wants several together.
 */
export function suggestedAuth(
  root: JsonObject,
  schemes: JsonObject,
  references: References,
): SuggestedAuth | undefined {
  const asked = objectsOf(root["security"]).length > 0 ? objectsOf(root["security"]) : ofOperations(root)
  const together = asked.map((one) => Object.keys(one)).filter((names) => names.length > 0)
  const wanted = together.length > 0 ? together : Object.keys(schemes).map((name) => [name])
  let unserved: readonly string[] | undefined
  for (const names of wanted.toSorted((a, b) => a.length - b.length)) {
    const ways = names.map((name) => {
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
      const known = isObject(scheme) ? resolved(references, scheme) : {}
      return { name: textOf(known["name"]) ?? name, auth: authOf(known) }
    })
    const first = ways.find(({ auth }) => auth !== undefined)
    unserved ??= ways.map(({ name }) => name.slice(0, 100))
    if (first?.auth === undefined) continue
    const besides = ways.filter((way) => way !== first).map(({ name }) => name.slice(0, 100))
    return besides.length > 0 ? { ...first.auth, besides } : first.auth
  }
  // Where one of the ways is to bring nothing, nothing is missing.
  const isAsked = together.length > 0 && together.length === asked.length
  return isAsked && unserved ? { authType: "none", authLocation: "header", unserved } : undefined
}

/** What single operations ask for, where the whole description asks for nothing. */
function ofOperations(root: JsonObject): readonly JsonObject[] {
  return Object.values(objectOf(root["paths"]) ?? {}).flatMap((item) =>
    Object.values(objectOf(item) ?? {}).flatMap((operation) => objectsOf(objectOf(operation)?.["security"])),
  )
}

function resolved(references: References, scheme: JsonObject): JsonObject {
  try {
    return references.resolve(scheme, "").value
  } catch {
    return {}
  }
}

function authOf(scheme: JsonObject): SuggestedAuth | undefined {
  switch (scheme["type"]) {
    case "http": {
      const way = textOf(scheme["scheme"])?.toLowerCase()
      if (way === "basic" || way === "bearer") return { authType: way, authLocation: "header" }
      return undefined
    }
    case "apiKey": {
      const name = textOf(scheme["name"])
      const place = scheme["in"]
      if (name === undefined || (place !== "header" && place !== "query")) return undefined
      return { authType: "custom", authLocation: place, authHeader: name }
    }
    case "oauth2":
    case "openIdConnect":
      return { authType: "bearer", authLocation: "header", isSignIn: true }
    default:
      return undefined
  }
}

/** The ways of OpenAPI 3. */
export function schemes3(root: JsonObject): JsonObject {
  return objectOf(objectOf(root["components"])?.["securitySchemes"]) ?? {}
}
