import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { openAiWire, pageWire } from "#core/providers/openai/chat-wire.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import type { ChatWire } from "#core/providers/chat-wire.ts"
import { type ChatApi, type ChatApis, prefixOf, providerIds } from "#core/providers/registry.ts"
import type { Door } from "./admit.ts"
import type { RunFacts } from "./run.ts"

/** The chat APIs this gateway speaks, by provider. */
export const chatApis: ChatApis = {
  openai: [api(openAiAdapter, pageWire)],
}

/** The prefix for SDKs: OpenAI's API, where `_meta` must not be in the way. */
const sdkDoor: Door = {
  provider: "openai",
  surface: "/v1",
  apis: (chatApis.openai ?? []).map((own) => (own.wire === pageWire ? { ...own, wire: openAiWire } : own)),
  takesAll: true,
  paths: ["/v1/chat/completions", "/v1/responses"],
}

/** Every prefix at which a chat may come in. */
export const doors: readonly Door[] = [
  sdkDoor,
  ...providerIds.flatMap((provider): Door[] => {
    const apis = chatApis[provider]
    const surface = prefixOf(provider)
    if (!apis) return []
    if (provider !== "openai") return [{ provider, surface, apis, takesAll: false, paths: [`${surface}/*`] }]
    const paths = sdkDoor.paths.map((path) => surface + path)
    return [{ provider, surface, apis, takesAll: true, paths }]
  }),
]

/** What the client of a kept run spoke: its hash begins with the path that was called. */
export function wireFor({ requestHash }: RunFacts): ChatWire {
  const called = requestHash.split(" ")[0] ?? ""
  const door = doors.find(({ surface }) => surface !== sdkDoor.surface && called.startsWith(`${surface}/`))
  const path = called.slice(door?.surface.length ?? 0)
  const apis = door?.apis ?? chatApis.openai ?? []
  return apis.find(({ wire }) => wire.isCall(path))?.wire ?? pageWire
}

function api<State>(adapter: Adapter<State>, wire: ChatWire, searches = false): ChatApi {
  return { adapter: adapter as Adapter<unknown>, wire, searches }
}
