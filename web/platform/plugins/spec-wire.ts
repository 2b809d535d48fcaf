import type { Spec } from "#core/plugins/openapi/open-spec.ts"
import type { SpecFault } from "#core/plugins/openapi/spec-fault.ts"
import type { PluginFile } from "#core/plugins/plugin-file.ts"
import type { PluginTool } from "#core/plugins/plugin.ts"

/** A description's facts, as the page shows them. */
export type SpecFacts = Omit<Spec, "toolOf">

export interface OpenQuestion {
  readonly text: string
  /** Where it was loaded from, if it was. */
  readonly loadedFrom?: string | undefined
  readonly variables?: Readonly<Record<string, string>> | undefined
  readonly isBuiltin: boolean
}

/** What the page asks of the worker: to open a description, or for an operation of the one that is open. */
export type SpecQuestion =
  | ({ readonly id: number; readonly type: "open" } & OpenQuestion)
  | { readonly id: number; readonly type: "tool"; readonly key: string }

export type SpecAnswer =
  | { readonly id: number; readonly type: "opened"; readonly spec: SpecFacts; readonly file?: PluginFile }
  | { readonly id: number; readonly type: "tool"; readonly tool: PluginTool }
  | { readonly id: number; readonly type: "fault"; readonly fault: SpecFault }
