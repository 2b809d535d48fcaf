import { alibabaAdapter } from "#core/providers/alibaba/adapter.ts"
import { alibabaWire } from "#core/providers/alibaba/chat-wire.ts"
import { anthropicAdapter } from "#core/providers/anthropic/adapter.ts"
import { anthropicWire } from "#core/providers/anthropic/chat-wire.ts"
import { azureAdapter } from "#core/providers/azure/adapter.ts"
import { azureWire } from "#core/providers/azure/chat-wire.ts"
import { googleAdapter } from "#core/providers/google/adapter.ts"
import { googleWire } from "#core/providers/google/chat-wire.ts"
import { responsesAdapter } from "#core/providers/openai/responses/adapter.ts"
import { responsesWire } from "#core/providers/openai/responses/chat-wire.ts"
import { baiduAdapter } from "#core/providers/baidu/adapter.ts"
import { baiduWire } from "#core/providers/baidu/chat-wire.ts"
import { byteDanceAdapter } from "#core/providers/bytedance/adapter.ts"
import { byteDanceWire } from "#core/providers/bytedance/chat-wire.ts"
import { iflytekAdapter } from "#core/providers/iflytek/adapter.ts"
import { iflytekWire } from "#core/providers/iflytek/chat-wire.ts"
import { imagesAdapter, stabilityAdapter } from "#core/providers/media-adapters.ts"
import { azureImagesWire, imagesWire, speechWire, stabilityWire } from "#core/providers/media-wires.ts"
import { moonshotAdapter } from "#core/providers/moonshot/adapter.ts"
import { moonshotWire } from "#core/providers/moonshot/chat-wire.ts"
import { tencentAdapter } from "#core/providers/tencent/adapter.ts"
import { tencentWire } from "#core/providers/tencent/chat-wire.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { openAiWire, pageWire } from "#core/providers/openai/chat-wire.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import type { ChatWire } from "#core/providers/chat-wire.ts"
import { type ChatApi, type ChatApis, prefixOf, type ProviderId, providerIds } from "#core/providers/registry.ts"
import { pathAt } from "./path-at.ts"
import type { RunFacts } from "./runs/run.ts"

/** Where a call came in: which provider's API is spoken there. */
export interface Door {
  readonly provider: ProviderId
  /** The prefix, for the log and for what an `Idempotency-Key` was used for. */
  readonly surface: string
  readonly apis: readonly ChatApi[]
  /** Models of every provider may be asked for, in this door's API. */
  readonly takesAll: boolean
  /** Its routes. */
  readonly paths: readonly string[]
}

const images = api(imagesAdapter, imagesWire)
const speech: ChatApi = { ...api(openAiAdapter, speechWire), gives: "sound" }

/** The chat APIs this gateway speaks, by provider. */
export const chatApis: ChatApis = {
  openai: [api(openAiAdapter, pageWire), api(responsesAdapter, responsesWire, true), images, speech],
  azure: [api(azureAdapter, azureWire), { ...images, wire: azureImagesWire }],
  google: [api(googleAdapter, googleWire, true)],
  anthropic: [api(anthropicAdapter, anthropicWire, true)],
  baidu: [api(baiduAdapter, baiduWire)],
  bytedance: [api(byteDanceAdapter, byteDanceWire)],
  alibaba: [api(alibabaAdapter, alibabaWire, true)],
  tencent: [api(tencentAdapter, tencentWire)],
  moonshot: [api(moonshotAdapter, moonshotWire)],
  iflytek: [api(iflytekAdapter, iflytekWire)],
  stability: [{ ...api(stabilityAdapter, stabilityWire), takesForms: true }],
}

/** The prefix for SDKs: OpenAI's API, where `_meta` must not be in the way. */
const sdkDoor: Door = {
  provider: "openai",
  surface: "/v1",
  apis: (chatApis.openai ?? []).map((own) => (own.wire === pageWire ? { ...own, wire: openAiWire } : own)),
  takesAll: true,
  paths: ["/v1/chat/completions", "/v1/responses", "/v1/images/generations", "/v1/audio/speech"],
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
  const path = door ? pathAt(door, called) : called
  const apis = door?.apis ?? chatApis.openai ?? []
  return apis.find(({ wire }) => wire.isCall(path))?.wire ?? pageWire
}

function api<State>(adapter: Adapter<State>, wire: ChatWire, searches = false): ChatApi {
  return { adapter: adapter as Adapter<unknown>, wire, searches }
}
