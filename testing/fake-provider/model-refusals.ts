import type { ProviderId } from "#core/providers/registry.ts"
import { jsonReply } from "./replies.ts"
import type { FakeReply } from "./reply.ts"

/** Why a provider does not let a model be called. Most tell none of the three apart. */
export type WhyNot = "unknown" | "retired" | "not-for-key"

export interface RefusedModel {
  readonly model: string
  readonly why: WhyNot
  /** The part of the path behind the API's version, as far as the wording depends on it. */
  readonly path: string
}

/** Refuses a model in the words that were seen of its provider. Stability's were never seen: any 404 has to do. */
export const refuseModel: Readonly<Record<ProviderId, (refused: RefusedModel) => FakeReply>> = {
  openai({ model, why, path }) {
    if (path.includes("/images/")) {
      // Pictures are refused with another status and without a code.
      const error = { message: `The model '${model}' does not exist.`, type: "image_generation_user_error" }
      return jsonReply(400, { error: { ...error, param: null, code: null } })
    }
    const message = wordsOfOpenAi(model, why, path)
    return jsonReply(404, { error: { message, type: "invalid_request_error", param: null, code: "model_not_found" } })
  },
  azure({ why }) {
    if (why === "retired") return jsonReply(404, { error: { code: "404", message: "Resource not found" } })
    const message =
      "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again."
    return jsonReply(404, { error: { code: "DeploymentNotFound", message } })
  },
  anthropic: ({ model }) =>
    jsonReply(404, {
      type: "error",
      error: { type: "not_found_error", message: `model: ${model}` },
      request_id: "req_fake",
    }),
  google({ model, why, path }) {
    const method = /:(\w+)/.exec(path)?.[1] ?? "generateContent"
    const message =
      why === "not-for-key"
        ? `This model models/${model} is no longer available to new users. Please update your code to use a newer model for the latest features and improvements.`
        : `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`
    return jsonReply(404, { error: { code: 404, message, status: "NOT_FOUND" } })
  },
  moonshot: ({ model }) =>
    jsonReply(404, {
      error: { message: `Not found the model ${model} or Permission denied`, type: "resource_not_found_error" },
    }),
  bytedance({ model, why }) {
    if (why === "not-for-key") {
      const message = `Your account 2100000000 has not activated the model ${model}. Please activate the model service in the Ark Console.`
      return jsonReply(404, { error: { code: "ModelNotOpen", message, param: "", type: "NotFound" } })
    }
    const message = `The model or endpoint ${model} does not exist or you do not have access to it. Request id: 0217`
    return jsonReply(404, { error: { code: "InvalidEndpointOrModel.NotFound", message, param: "", type: "NotFound" } })
  },
  alibaba: () => jsonReply(404, { code: "ModelNotFound", message: "Model not exist.", request_id: "fake" }),
  baidu: () => jsonReply(200, { error_code: 3, error_msg: "Unsupported openapi method" }),
  tencent: () =>
    jsonReply(200, {
      Response: { RequestId: "fake", Error: { Code: "InvalidParameterValue.Model", Message: "模型不存在" } },
    }),
  iflytek({ model }) {
    const message = `invalid param model:${model} (sid: cht000fake)`
    return jsonReply(400, { error: { message, type: "invalid_request_error", param: null, code: "10005" } })
  },
  stability: ({ model }) => jsonReply(404, { id: "fake", name: "not_found", errors: [`${model}: not found`] }),
}

function wordsOfOpenAi(model: string, why: WhyNot, path: string): string {
  if (path.endsWith("/responses")) return `The requested model '${model}' does not exist.`
  return why === "retired"
    ? `The model \`${model}\` has been deprecated, learn more here: https://platform.openai.com/docs/deprecations`
    : `The model \`${model}\` does not exist or you do not have access to it.`
}
