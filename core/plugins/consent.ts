import { exactJson } from "../lib/exact-json.ts"
import type { JsonObject } from "../lib/fields.ts"

/** What a call of a tool reaches beyond the page, by which it is decided whether the user is asked first. */
export interface Reach {
  /** The plugin's id. */
  readonly plugin: string
  /** The operation within the plugin, as `GET /path`. */
  readonly operation: string
  /** One of ours, which only reads public data at fixed addresses. */
  readonly isPack: boolean
  /** In capitals. */
  readonly method: string
  readonly host: string
  /** The description says that it has consequences. That it has none is not believed. */
  readonly isConsequential: boolean
}

/** What the user has agreed to in one conversation. */
export interface Consents {
  /** Hosts that may be read from. */
  readonly hosts: ReadonlySet<string>
  /** Operations that may run without another question (`operationKey`). */
  readonly always: ReadonlySet<string>
  /** Hosts that may be called although another host has answered (`flowKey`), within one answer. */
  readonly flows: ReadonlySet<string>
}

export const noConsents: Consents = { hosts: new Set(), always: new Set(), flows: new Set() }

/** Whose results the model has read in this answer before a call. */
export interface Source {
  readonly host: string
  readonly isPack: boolean
}

/**
 * Whether a call is asked about first:
 * - what only reads from a service of the user's own, once per host and conversation; the pack's never;
 * - what may change something, each time, unless the user said otherwise for this conversation;
 * - anything, after another host's result was read: that text could have ordered it.
 */
export function needsConsent(reach: Reach, before: readonly Source[], given: Consents): boolean {
  const isStrange = before.some(
    (source) =>
      source.host !== reach.host &&
      !(source.isPack && reach.isPack) &&
      !given.flows.has(flowKey(source.host, reach.host)),
  )
  if (isStrange) return true
  if (changes(reach)) return !given.always.has(operationKey(reach))
  return !reach.isPack && !given.hosts.has(reach.host)
}

/** The consents after a yes to a call. `always`: the same operation is not asked about again in this conversation. */
export function withConsent(reach: Reach, before: readonly Source[], given: Consents, always: boolean): Consents {
  return {
    hosts: changes(reach) ? given.hosts : new Set([...given.hosts, reach.host]),
    always: always ? new Set([...given.always, operationKey(reach)]) : given.always,
    flows: new Set([...given.flows, ...before.map(({ host }) => flowKey(host, reach.host))]),
  }
}

/** Whether a call may change something at its service. */
export function changes({ method, isConsequential }: Pick<Reach, "method" | "isConsequential">): boolean {
  return isConsequential || (method !== "GET" && method !== "HEAD")
}

export function operationKey({ plugin, operation, host }: Reach): string {
  return `${plugin} ${operation} ${host}`
}

function flowKey(from: string, to: string): string {
  return `${from} ${to}`
}

/** An argument of a call, as a person reads it before they agree. */
export interface ShownArgument {
  readonly name: string
  readonly value: string
}

/** The longest value that a question shows, in UTF-16 units; a longer one is cut. */
const longestShown = 2_000

/** The arguments of a call as a list of names and values. */
export function shownArguments(given: JsonObject): readonly ShownArgument[] {
  return Object.entries(given).map(([name, value]) => ({ name, value: shownValue(value) }))
}

function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : (exactJson(value, 1) ?? "")
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)} […]`
}
