import type { JsonObject } from "../lib/fields.ts"
import type { CallShape } from "./call-shape.ts"

export const authTypes = ["none", "basic", "bearer", "custom"] as const
export type AuthType = (typeof authTypes)[number]

export const authLocations = ["header", "query", "body"] as const
export type AuthLocation = (typeof authLocations)[number]

/** How a plugin's calls prove who makes them. */
export interface PluginAuth {
  readonly authType: AuthType
  /** The header or parameter of `custom`. */
  readonly authHeader?: string
  /** Of `basic` the encoded words, as they are sent. */
  readonly authToken?: string
  readonly authLocation?: AuthLocation
}

/** A service that models may call, by the description that it has of itself. */
export interface Plugin extends PluginAuth {
  readonly id: string
  readonly title: string
  readonly version: string
  /** The description, as it was given. */
  readonly content: string
  readonly builtin: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly enabled: boolean
  /** Where its calls go. What the user of a browser has agreed to stands apart from it (`agreed-hosts.ts`). */
  readonly hosts: readonly string[]
  /** The operations that are on, ready to be called: a question never waits for the description to be read. */
  readonly tools: readonly PluginTool[]
  /** Where the description was loaded from. */
  readonly source?: string
  /** The user's choice for variables in the host. */
  readonly variables?: Readonly<Record<string, string>>
}

/** An operation of a plugin that models may call. */
export interface PluginTool {
  /** The operation in its description: `GET /pedidos/{numero}`. */
  readonly key: string
  /** Its name for models; fixed when it was switched on, so that conversations and results go on fitting. */
  readonly name: string
  /** In plain words. */
  readonly title: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
  readonly call: CallShape
  readonly isConsequential?: true
}

/** The most operations of one plugin that are on. */
export const mostToolsOn = 30
/** The most that the definition of one may take, in UTF-16 units. */
export const mostDefinition = 16_000
