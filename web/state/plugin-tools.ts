import { packTopics } from "#core/brazil/hints.ts"
import { buildCall } from "#core/plugins/call-shape.ts"
import { changes } from "#core/plugins/consent.ts"
import { askedParameters } from "#core/plugins/proof-parameters.ts"
import type { Plugin, PluginTool } from "#core/plugins/plugin.ts"
import { toolNames } from "#core/plugins/tool-names.ts"
import { replyForModel, type PluginReply } from "#core/plugins/plugin-reply.ts"
import type { JsonObject } from "#core/lib/fields.ts"
import { callPlugin, PluginTrouble } from "../platform/plugins/plugin-client.ts"
import { authHeaders, knowVisitor, useAccess } from "./access-store.ts"
import { authOf, loadOwnPlugins, mayCall, mayTakeToken, plugins, tokenOf } from "./plugin-store.ts"
import { clockName } from "./clock-tool.ts"
import { inTime } from "./storage-state.ts"
import type { PageTool, ToolSource } from "./tools.ts"
import { isPluginOn } from "./tools-of-conversation.ts"

/** The operations of the user's plugins that are on in a conversation. */
export const pluginTools: ToolSource = async (session) => {
  await inTime(loadOwnPlugins(), undefined)
  if (!useAccess.getState().config.plugins) return []
  const all = plugins.use.getState().records.map(({ value }) => value)
  const names = toolNames(all, [clockName, ...Object.values(packTopics).flat()])
  return all
    .filter((plugin) => plugin.enabled && isPluginOn(session, plugin.id))
    .flatMap((plugin) => plugin.tools.map((tool) => toolOf(plugin, tool, names.get(tool) ?? tool.name)))
}

function toolOf(plugin: Plugin, tool: PluginTool, name: string): PageTool {
  const { call, title, description, isConsequential = false, key } = tool
  return {
    title,
    definition: { name, description, parameters: askedParameters(tool, authOf(plugin)) },
    reach: { plugin: plugin.id, operation: key, isPack: false, method: call.method, host: call.host, isConsequential },
    troubleWith(given) {
      const built = buildCall(call, given, authOf(plugin))
      return built.ok ? undefined : built.error
    },
    async run(given, stop, room) {
      return replyForModel(await runOperation(plugin, tool, given, stop), room)
    },
  }
}

/** Calls an operation. Throws what went wrong, in words for the model or the user. */
export async function runOperation(
  plugin: Plugin,
  { call, isConsequential }: Pick<PluginTool, "call" | "isConsequential">,
  given: JsonObject,
  stop: AbortSignal,
): Promise<PluginReply> {
  // A call may have waited for its yes while another tab deleted the plugin, and its key with it.
  if (!plugins.use.getState().records.some(({ value }) => value.id === plugin.id))
    throw new Error("O plugin desta ferramenta foi apagado neste navegador.")
  if (!mayCall(plugin, call.host)) throw new Error(`${call.host} não foi confirmado por quem instalou o plugin.`)
  if (call.takesToken && tokenOf(plugin.id) !== "" && !mayTakeToken(plugin, call.host))
    throw new Error(
      `A chave deste plugin não foi salva para ${call.host}. Quem o instalou precisa salvar a chave de novo.`,
    )
  const built = buildCall(call, given, authOf(plugin))
  if (!built.ok) throw new Error(built.error)
  await knowVisitor()
  return callPlugin(built.value, { headers: authHeaders(), signal: stop }).catch((error: unknown) => {
    const isSilent = error instanceof PluginTrouble && error.message === ""
    throw isSilent && !stop.aborted ? new Error(silentAs(call, isConsequential)) : error
  })
}

/** What is told of a call that nobody answered: the line was cut, or the reply was. What was to be changed may be changed. */
function silentAs({ host, method }: PluginTool["call"], isConsequential = false): string {
  const why = `${host} não respondeu, ou a conexão caiu.`
  return changes({ method, isConsequential }) ? `${why} Não se sabe se o que a chamada faz foi feito.` : why
}
