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
}

/** The first way that can be served, of those that the whole description or else any operation asks for. */
export function suggestedAuth(
  root: JsonObject,
  schemes: JsonObject,
  references: References,
): SuggestedAuth | undefined {
  const wanted = objectsOf(root["security"]).flatMap((one) => Object.keys(one))
  const names = wanted.length > 0 ? wanted : Object.keys(schemes)
  for (const name of names) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
    if (!isObject(scheme)) continue
    const auth = authOf(resolved(references, scheme))
    if (auth) return auth
  }
  return undefined
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
