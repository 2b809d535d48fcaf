import type { ModelKind } from "#core/models/model-row.ts"
import { type JsonObject, textOf } from "#core/lib/fields.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import { keyOf, modelAskedOf } from "./asked-model.ts"
import type { RecordedRequest, ScriptedReply } from "./fake-provider.ts"
import { modelList } from "./model-lists.ts"
import { refuseModel, type WhyNot } from "./model-refusals.ts"
import { type Accepted, refusedParameter } from "./parameter-refusals.ts"
import { jsonReply, textReply } from "./replies.ts"
import type { FakeReply } from "./reply.ts"

/** A model as its provider has it. */
export interface ScriptedModel extends Accepted {
  readonly id: string
  /** Its kind; absent: a chat. */
  readonly kind?: ModelKind | undefined
  /** It is served from this instant on, and refused as retired from that one on; epoch ms. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** The day that the provider's list announces, `YYYY-MM-DD`. */
  readonly announced?: string | undefined
  /** Another model answers in its place, without an error. */
  readonly reroutesTo?: string | undefined
  /** These keys are told that there is no such model. */
  readonly notForKeys?: readonly string[] | undefined
  /** Tokens that a prompt and its answer may fill together. */
  readonly window?: number | undefined
  /** Its answer; absent: the script's own `answer`. */
  readonly answer?: ScriptedReply | undefined
}

/** One request for a model, as the provider heard it. */
export interface AskedModel {
  readonly model: string
  readonly key: string
  readonly path: string
  readonly json: JsonObject
  /** By the script's clock, epoch ms. */
  readonly at: number
  /** The status it was answered with, and whether the model or a field of the request was refused. */
  readonly status: number
  readonly refused?: "model" | "field"
}

export interface ScriptedModels {
  /** The fake provider's reply function: `provider.script(models.reply)`. */
  readonly reply: ScriptedReply
  /** Every request that named a model, in order; lists are not among them. */
  readonly asked: readonly AskedModel[]
  /** Begins the list of what is asked anew. */
  forget(): void
  /** Adds a model, or replaces the one of that id. */
  put(model: ScriptedModel): void
  /** A model is switched off at this instant; absent: now. */
  retire(id: string, at?: number): void
  /** Sets the answer of chats from now on. */
  answer(reply: ScriptedReply): void
}

export interface ScriptOptions {
  readonly provider?: ProviderId
  /** The clock by which models come and go; absent: the machine's. */
  readonly now?: () => number
}

/**
 * A provider whose models come and go by a clock: it refuses names it does not have, and fields that a model does not
 * take, in the words of the provider it plays; it lists its models where the provider does.
 */
export function scriptModels(
  models: readonly ScriptedModel[],
  { provider = "openai", now = Date.now }: ScriptOptions = {},
): ScriptedModels {
  const known = new Map(models.map((model) => [model.id, model]))
  const asked: AskedModel[] = []
  let usual: ScriptedReply = textReply("Olá! Tudo bem?")

  async function answered(request: RecordedRequest, model: string): Promise<[FakeReply, AskedModel["refused"]?]> {
    const { path, json } = request
    const found = known.get(model)
    const why = whyNot(found, keyOf(request))
    if (found === undefined || why !== undefined) {
      return [refuseModel[provider]({ model, why: why ?? "unknown", path: path.split("?")[0] ?? "" }), "model"]
    }
    const misplaced = wrongEndpoint(found, path)
    if (misplaced) return [misplaced, "model"]
    const refused = refusedParameter(provider, found, { model, path, json })
    if (refused) return [refused, "field"]
    const reply = found.answer ?? usualAnswer(found.kind)
    if (typeof reply !== "function") return [reply]
    const answering = found.reroutesTo === undefined ? json : { ...json, model: found.reroutesTo }
    return [await reply({ ...request, json: answering })]
  }

  function whyNot(model: ScriptedModel | undefined, key: string): WhyNot | undefined {
    const at = now()
    if (model === undefined || (model.from ?? -Infinity) > at) return "unknown"
    if ((model.until ?? Infinity) <= at) return "retired"
    return model.notForKeys?.includes(key) === true ? "not-for-key" : undefined
  }

  function usualAnswer(kind: ModelKind = "chat"): ScriptedReply {
    if (kind === "image") return pictureReply
    return kind === "speech" ? soundReply : usual
  }

  return {
    asked,
    forget: () => void asked.splice(0),
    put: (model) => void known.set(model.id, model),
    retire(id, at = now()) {
      known.set(id, { ...known.get(id), id, until: at })
    },
    answer: (reply) => void (usual = reply),
    async reply(request) {
      const token = tokenReply(request.path)
      if (token) return token
      if (request.method === "GET") {
        const all = [...known.values()]
        const living = all.filter((model) => whyNot(model, keyOf(request)) === undefined)
        const list = modelList(provider, request.path, { all, living, now: now() })
        if (list) return list
      }
      const model = modelAskedOf(provider, request)
      if (model === undefined)
        return jsonReply(404, { error: { message: "Invalid URL", type: "invalid_request_error" } })
      const [reply, refused] = await answered(request, model)
      const heard = { model, key: keyOf(request), path: request.path, json: request.json, at: now() }
      asked.push({ ...heard, status: reply.status, ...(refused === undefined ? {} : { refused }) })
      return reply
    },
  }
}

/** Models that were asked for although the provider does not have them (any more): a product in order asks for none. */
export function deadModelsAsked({ asked }: Pick<ScriptedModels, "asked">): readonly string[] {
  return asked.filter(({ refused }) => refused === "model").map(({ model, path }) => `${model} at ${path}`)
}

/** Baidu's token, which is asked for before its first call. */
function tokenReply(path: string): FakeReply | undefined {
  return path.startsWith("/oauth/") ? jsonReply(200, { access_token: "token-1", expires_in: 2_592_000 }) : undefined
}

/** A model of one kind that is called as another: OpenAI refuses that, too. */
function wrongEndpoint({ kind = "chat" }: ScriptedModel, path: string): FakeReply | undefined {
  const wanted = path.includes("/images/") ? "image" : path.includes("/audio/speech") ? "speech" : "chat"
  if (kind === wanted || path.includes("/stable-image/")) return undefined
  const message = `This is not a ${wanted} model and thus not supported in this endpoint.`
  return jsonReply(404, { error: { message, type: "invalid_request_error", param: "model", code: null } })
}

/** The smallest picture there is: one transparent pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

function pictureReply({ json }: Pick<RecordedRequest, "json">): FakeReply {
  const prompt = textOf(json["prompt"]) ?? ""
  const usage = { input_tokens: 12, output_tokens: 1_056, total_tokens: 1_068 }
  return jsonReply(200, { created: 1_700_000_000, data: [{ b64_json: pixel, revised_prompt: prompt }], usage })
}

const soundReply: FakeReply = {
  status: 200,
  headers: { "content-type": "audio/mpeg" },
  pieces: [{ send: Buffer.from([0xff, 0xf3, 0x44, 0x00, 0xc4, 0x80]) }],
}
