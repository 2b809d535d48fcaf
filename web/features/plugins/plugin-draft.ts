import { basicToken, isHeaderName, isHeaderValue } from "#core/plugins/call-proof.ts"
import { mostToolsOn, type AuthLocation, type AuthType, type Plugin, type PluginTool } from "#core/plugins/plugin.ts"
import type { SpecFault } from "#core/plugins/openapi/spec-fault.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { OpenedSpec } from "../../platform/plugins/spec-client.ts"
import type { SpecFacts } from "../../platform/plugins/spec-wire.ts"

/** A plugin as it stands in the form, before it is saved. */
export interface PluginDraft {
  readonly title: string
  readonly content: string
  readonly source?: string | undefined
  readonly variables: Readonly<Record<string, string>>
  readonly chosen: ReadonlySet<string>
  readonly auth: DraftAuth
}

export interface DraftAuth {
  readonly authType: AuthType
  readonly authLocation: AuthLocation
  readonly authHeader: string
  readonly token: string
  readonly onlyTab: boolean
}

/** Whether two drafts would be saved as the same plugin. */
export function isSameDraft(a: PluginDraft, b: PluginDraft): boolean {
  const said = ({ title, source, variables, chosen, auth }: PluginDraft) =>
    JSON.stringify([
      title,
      source,
      Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [...chosen].toSorted(),
      [auth.authType, auth.authLocation, auth.authHeader, auth.token, auth.onlyTab],
    ])
  return a === b || (a.content === b.content && said(a) === said(b))
}

export const noAuth: DraftAuth = {
  authType: "none",
  authLocation: "header",
  authHeader: "",
  token: "",
  onlyTab: false,
}

/** The operations that are on from the start: all that can be called, unless these are too many or lead to another host. */
export function chosenAtFirst({ operations }: SpecFacts): ReadonlySet<string> {
  const callable = operations.filter(({ fault, isElsewhere }) => fault === undefined && !isElsewhere)
  return new Set(callable.length > mostToolsOn ? [] : callable.map(({ key }) => key))
}

/** What stays on of a plugin whose description was read again: what was on before, at the hosts that were agreed to. */
export function stillChosen({ operations }: SpecFacts, plugin: Plugin): ReadonlySet<string> {
  const before = new Set(plugin.tools.map(({ key }) => key))
  const stays = operations.filter(
    ({ key, host, fault }) => before.has(key) && fault === undefined && plugin.hosts.includes(host),
  )
  return new Set(stays.map(({ key }) => key))
}

/** What is wrong with the way a plugin proves who calls; undefined where nothing is. */
export function authTrouble({ authType, authHeader, authLocation, token }: DraftAuth): "header" | "token" | undefined {
  if (authType === "none") return undefined
  if (authType === "custom" && (authHeader === "" || (authLocation === "header" && !isHeaderName(authHeader))))
    return "header"
  const sent = authType === "basic" ? basicToken(token) : token
  return isHeaderValue(sent) ? undefined : "token"
}

/** The token as it is kept. */
export function keptToken({ authType, token }: DraftAuth): string {
  if (authType === "none") return ""
  return authType === "basic" ? basicToken(token.trim()) : token.trim()
}

export interface PluginFacts {
  readonly id: string
  readonly builtin: boolean
  /** Absent: it is made now. */
  readonly createdAt: number | undefined
}

/** The plugin of a form whose description is open. Its tools are made anew; a tool that keeps its operation keeps its name. */
export async function pluginOf(
  draft: PluginDraft,
  spec: OpenedSpec,
  { id, builtin, createdAt = Date.now() }: PluginFacts,
  before: Plugin | undefined,
): Promise<Result<Plugin, SpecFault>> {
  const tools: PluginTool[] = []
  for (const key of draft.chosen) {
    const tool = await spec.toolOf(key)
    if (!tool.ok) return err(tool.error)
    const name = before?.tools.find((one) => one.key === key)?.name ?? tool.value.name
    tools.push({ ...tool.value, name })
  }
  const { authType, authLocation, authHeader } = draft.auth
  return ok({
    id,
    title: draft.title.trim() === "" ? spec.facts.title : draft.title.trim(),
    version: spec.facts.version,
    content: draft.content,
    builtin,
    createdAt,
    authType,
    authLocation,
    ...(authType === "custom" && { authHeader }),
    enabled: before?.tools.length ? before.enabled : tools.length > 0,
    hosts: [...new Set(tools.map(({ call }) => call.host))],
    tools,
    ...(draft.source === undefined ? {} : { source: draft.source }),
    ...(Object.keys(draft.variables).length > 0 && { variables: draft.variables }),
  })
}
