import type { RecordedRequest } from "../../testing/fake-provider/fake-provider.ts"
import type { FakeProvider } from "../../testing/fake-provider/fake-provider.ts"
import { playedWorld } from "../../testing/fake-provider/played-world.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { type ScriptedModel, type ScriptedModels, scriptModels } from "../../testing/fake-provider/scripted-models.ts"
import { todaysOpenAi } from "../../testing/fake-provider/todays-openai.ts"
import { newCode, type Prosa, type ProsaOptions } from "./prosa.ts"

export interface OpenAiToday {
  readonly prosa: Prosa
  readonly models: ScriptedModels
  /** A new premium code. */
  readonly code: string
}

export interface TodayOptions {
  /** Where the clocks of server and provider start; absent: noon of 22 November 2026. */
  readonly at?: string
  readonly models?: readonly ScriptedModel[]
  readonly keys?: string
  readonly env?: Readonly<Record<string, string>>
}

export const title = "Pão de queijo mineiro"
export const summary = "Falaram de pão de queijo."
/** Long enough for a title to be due. */
export const answer =
  "Uma resposta sobre pão de queijo, com mais palavras do que um título precisa para nascer. Misture o polvilho azedo com leite quente, óleo e sal, junte os ovos e o queijo ralado, enrole as bolinhas e asse até dourar."

/**
 * A server that has nothing but an OpenAI key, and OpenAI as it is on that day, at its own address. It writes titles and
 * summaries where it is asked for some.
 */
export async function startOpenAiToday(
  startProsa: (options?: ProsaOptions) => Promise<Prosa>,
  provider: FakeProvider,
  { at = "2026-11-22T12:00:00Z", models = todaysOpenAi(), keys = "sk-one", env = {} }: TodayOptions = {},
): Promise<OpenAiToday> {
  const [begin, started] = [Date.parse(at), Date.now()]
  const scripted = scriptModels(models, { now: () => begin + Date.now() - started })
  scripted.answer((request) => textReply(saidTo(request))(request))
  provider.script(scripted.reply)
  const world = playedWorld({ "api.openai.com": provider.port }, begin)
  const prosa = await startProsa({ env: { OPENAI_API_KEY: keys, MODELS_WATCH: "off", ...world, ...env } })
  return { prosa, models: scripted, code: await newCode(prosa, "50.00") }
}

function saidTo({ json }: Pick<RecordedRequest, "json">): string {
  const asked = JSON.stringify(json["messages"] ?? json["input"] ?? "")
  if (asked.includes("Dê um título a esta conversa")) return title
  return asked.includes("Resuma a conversa") ? summary : answer
}
