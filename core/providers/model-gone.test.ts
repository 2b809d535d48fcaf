import { describe, expect, test } from "vitest"
import type { Adapter } from "./adapter.ts"
import { alibabaAdapter } from "./alibaba/adapter.ts"
import { anthropicAdapter } from "./anthropic/adapter.ts"
import { azureAdapter } from "./azure/adapter.ts"
import { baiduAdapter } from "./baidu/adapter.ts"
import { byteDanceAdapter } from "./bytedance/adapter.ts"
import { googleAdapter } from "./google/adapter.ts"
import { iflytekAdapter } from "./iflytek/adapter.ts"
import { imagesAdapter } from "./openai/images.ts"
import { stabilityAdapter } from "./stability/adapter.ts"
import { moonshotAdapter } from "./moonshot/adapter.ts"
import { openAiAdapter } from "./openai/adapter.ts"
import { responsesAdapter } from "./openai/responses/adapter.ts"
import { tencentAdapter } from "./tencent/adapter.ts"

type Case = readonly [said: string, adapter: Pick<Adapter<never>, "decodeFailure">, status: number, body: unknown]

const openAi = (message: string, code: string | null = null, type = "invalid_request_error") => ({
  error: { message, type, param: null, code },
})
const google = (code: number, message: string, status: string) => ({ error: { code, message, status } })
const claude = (type: string, message: string) => ({ type: "error", error: { type, message }, request_id: "req_1" })
const ark = (code: string, message = "não") => ({ error: { code, message, param: "", type: "NotFound" } })
const tencent = (Code: string) => ({ Response: { RequestId: "r", Error: { Code, Message: "模型不存在" } } })

const gone: readonly Case[] = [
  ["OpenAI: deprecated", openAiAdapter, 404, openAi("The model `o1-mini` has been deprecated", "model_not_found")],
  ["OpenAI: unknown", openAiAdapter, 404, openAi("The model `gpt-9` does not exist or you do not have access to it.")],
  ["OpenAI: closed to the project", openAiAdapter, 403, openAi("Project `p` does not have access", "model_not_found")],
  ["OpenAI: responses", responsesAdapter, 400, openAi("The requested model 'codex-mini' does not exist.")],
  [
    "OpenAI: pictures",
    imagesAdapter,
    400,
    openAi("The model 'dall-e-3' does not exist.", null, "image_generation_user_error"),
  ],
  ["a compatible server", openAiAdapter, 404, { object: "error", message: "The model `m` does not exist.", code: 404 }],
  ["another", openAiAdapter, 404, { error: { message: 'model "qwen3" not found, try pulling it first' } }],
  ["a third", openAiAdapter, 400, openAi("The model `m` has been decommissioned", "model_decommissioned")],
  ["any: 410", openAiAdapter, 410, openAi("Gone")],
  ["Azure: deployment", azureAdapter, 404, { error: { code: "DeploymentNotFound", message: "The API deployment …" } }],
  [
    "Azure: retired",
    azureAdapter,
    400,
    {
      error: {
        code: "OperationNotSupported",
        message: "The chatCompletion operation does not work with the specified model, gpt-35-turbo.",
      },
    },
  ],
  ["Anthropic", anthropicAdapter, 404, claude("not_found_error", "model: claude-3-opus-20240229")],
  ["Anthropic: the bare name", anthropicAdapter, 404, claude("not_found_error", "claude-3-5-sonnet-20241022")],
  [
    "Google: unknown",
    googleAdapter,
    404,
    google(
      404,
      "models/gemini-1.5-pro is not found for API version v1beta, or is not supported for generateContent.",
      "NOT_FOUND",
    ),
  ],
  [
    "Google: closed to new projects",
    googleAdapter,
    404,
    [google(404, "This model models/gemini-2.5-flash is no longer available to new users.", "NOT_FOUND")],
  ],
  ["Google: closed", googleAdapter, 404, google(404, "models/gemini-1.0-pro is no longer available.", "NOT_FOUND")],
  ["Ark: unknown", byteDanceAdapter, 404, ark("InvalidEndpointOrModel.NotFound")],
  ["Ark: not switched on", byteDanceAdapter, 404, ark("ModelNotOpen")],
  ["Ark: by its id", byteDanceAdapter, 404, ark("InvalidEndpointOrModel.ModelIDAccessDisabled")],
  ["Ark: endpoint", byteDanceAdapter, 404, ark("InvalidEndpoint.NotFound")],
  ["DashScope", alibabaAdapter, 404, { code: "ModelNotFound", message: "Model not exist.", request_id: "r" }],
  ["DashScope: in other words", alibabaAdapter, 400, { code: "InvalidParameter", message: "Model not exist." }],
  ["DashScope: compatible", alibabaAdapter, 404, openAi("The model `Qwen-Plus` does not exist", "model_not_found")],
  ["Wenxin", baiduAdapter, 200, { error_code: 3, error_msg: "Unsupported openapi method" }],
  ["Hunyuan", tencentAdapter, 200, tencent("InvalidParameterValue.Model")],
  ["Hunyuan: the whole action", tencentAdapter, 200, tencent("ActionOffline")],
  [
    "Moonshot",
    moonshotAdapter,
    404,
    openAi("Not found the model kimi-k2.5 or Permission denied", null, "resource_not_found_error"),
  ],
  ["Spark", iflytekAdapter, 400, openAi("invalid param model:x2 (sid: s)", "10005")],
  ["Stability", stabilityAdapter, 404, { id: "i", name: "not_found", errors: ["not found"] }],
]

const notGone: readonly Case[] = [
  ["OpenAI: a wrong path", openAiAdapter, 404, openAi("Invalid URL (POST /v1/chat)")],
  ["OpenAI: a wrong API", openAiAdapter, 400, openAi("This model is only supported in v1/responses")],
  ["OpenAI: not for chats", openAiAdapter, 404, openAi("This is not a chat model and thus not supported here")],
  ["OpenAI: a message", openAiAdapter, 400, openAi("Invalid 'messages[0]': the model `x` does not exist")],
  ["OpenAI: busy", openAiAdapter, 429, openAi("The model `gpt-5` is not available right now", "model_not_found")],
  ["OpenAI: overloaded", openAiAdapter, 503, openAi("The model `gpt-5` does not exist")],
  ["Azure: a wrong path or version", azureAdapter, 404, { error: { code: "404", message: "Resource not found" } }],
  ["Anthropic: a wrong path", anthropicAdapter, 404, claude("not_found_error", "Not found")],
  ["Anthropic: a message", anthropicAdapter, 400, claude("invalid_request_error", "model: too long")],
  ["Google: a wrong path", googleAdapter, 404, google(404, "Requested entity was not found.", "NOT_FOUND")],
  ["Google: a message", googleAdapter, 400, google(400, "Invalid value at 'contents'", "INVALID_ARGUMENT")],
  ["Ark: endpoint closed for now", byteDanceAdapter, 400, ark("InvalidEndpoint.ClosedEndpoint")],
  ["DashScope: a parameter", alibabaAdapter, 400, { code: "InvalidParameter", message: "Range of top_p" }],
  ["Wenxin: no right", baiduAdapter, 200, { error_code: 6, error_msg: "No permission to access data" }],
  ["Wenxin: a message", baiduAdapter, 200, { error_code: 336_003, error_msg: "the length of messages" }],
  ["Hunyuan: a parameter", tencentAdapter, 200, tencent("InvalidParameterValue.Stop")],
  ["Moonshot: a wrong path", moonshotAdapter, 404, { code: 5, error: "url.not_found", message: "没找到对象" }],
  ["Spark: a parameter", iflytekAdapter, 400, openAi("invalid param temperature", "10005")],
  ["Spark: no licence", iflytekAdapter, 400, openAi("AppIdNoAuthError", "11200")],
  ["Stability: a field", stabilityAdapter, 400, { id: "i", name: "bad_request", errors: ["prompt: too long"] }],
]

function first<State>(adapter: Adapter<State>, body: object) {
  return adapter.decodeEvent(adapter.start(), { data: JSON.stringify(body) })[1]
}

describe("a model that is not to be had at its provider", () => {
  test.each(gone)("is told by %s", (_, adapter, status, body) => {
    const failure = adapter.decodeFailure(status, JSON.stringify(body))
    expect(failure).toMatchObject({ kind: "model-gone", status: status === 200 ? 404 : status })
  })

  test.each(notGone)("is not what is told by %s", (_, adapter, status, body) => {
    expect(adapter.decodeFailure(status, JSON.stringify(body)).kind).toBe("upstream")
  })

  test.each(gone)("is never what our own gateway tells in the words of %s", (_, adapter, status, body) => {
    const said = Array.isArray(body) ? body[0] : body
    const ours = (fields: object) => adapter.decodeFailure(status, JSON.stringify({ ...said, ...fields })).kind
    expect(ours({ unknown_model: "gpt-9" })).toBe("model-not-found")
    expect(ours({ retired_model: "o1-mini" })).toBe("model-retired")
  })

  test("may be told inside an answer of status 200, before the first word", () => {
    const told = [
      first(openAiAdapter, openAi("The model `o1-mini` does not exist", "model_not_found")),
      first(responsesAdapter, { type: "error", code: "model_not_found", message: "The requested model 'x' is gone." }),
      first(anthropicAdapter, claude("not_found_error", "model: claude-2")),
      first(googleAdapter, google(404, "models/x is no longer available.", "NOT_FOUND")),
      first(alibabaAdapter, { code: "ModelNotFound", message: "Model not exist." }),
      first(baiduAdapter, { error_code: 3, error_msg: "Unsupported openapi method" }),
      first(tencentAdapter, tencent("InvalidParameterValue.Model")),
      first(iflytekAdapter, { code: 10005, message: "invalid param model:x2" }),
    ]
    for (const events of told) {
      expect(events).toMatchObject([{ type: "failure", failure: { kind: "model-gone", status: 404 } }])
    }
  })

  test("is told with a short part of the provider's words, and no more is looked into", () => {
    const long = openAi(`The model \`o1\` does not exist ${"x".repeat(5_000)}`)
    const failure = openAiAdapter.decodeFailure(404, JSON.stringify(long))
    expect(failure.kind === "model-gone" && failure.message.length).toBe(500)
    const late = openAi(`The model \`${"x".repeat(600)}\` does not exist`)
    expect(openAiAdapter.decodeFailure(404, JSON.stringify(late)).kind).toBe("upstream")
  })
})
