/** Why a description of a service cannot be used. The page has a sentence for each (`plugins.faults`). */
export const specFaults = [
  "too-large",
  "yaml-too-large",
  "not-json",
  "not-yaml",
  "too-slow",
  "no-document",
  "address-only",
  "web-page",
  "version",
  "too-deep",
  "no-paths",
  "too-many-operations",
  "external-reference",
  "missing-reference",
  "endless-reference",
  "no-server",
  "http-server",
  "relative-server",
  "server-port",
  "server-address",
  "server-variable",
  "server-blank",
  "cookie",
  "get-body",
  "file",
  "media-type",
  "definition-too-large",
] as const
export type SpecFaultKind = (typeof specFaults)[number]

/** A fault, and where in the description: `paths./pedidos.get.parameters.0`. */
export interface SpecFault {
  readonly kind: SpecFaultKind
  readonly at: string
}

/** Thrown while one operation is read: the caller catches it at the operation, or at the whole description. */
export class SpecError extends Error {
  readonly fault: SpecFault
  constructor(kind: SpecFaultKind, at: string) {
    super(`${kind} at ${at}`)
    this.fault = { kind, at }
  }
}

/** The longest place that is shown, in UTF-16 units. */
const longestPlace = 200

/** A place one step further in. */
export function within(at: string, ...steps: readonly (string | number)[]): string {
  return [at, ...steps]
    .filter((step) => step !== "")
    .join(".")
    .slice(0, longestPlace)
}
