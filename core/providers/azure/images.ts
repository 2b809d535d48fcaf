import { fitImageBody } from "../../imagegen/fit-image-body.ts"
import { err } from "../../lib/result.ts"
import type { ClientApi } from "../client-api.ts"
import { openAiFailureBody } from "../openai/client-api.ts"
import { readPictureCall } from "../openai/images.ts"
import { neverStreamed } from "../pieces.ts"

/** OpenAI's pictures, of an Azure deployment. */
export const azureImagesClientApi: ClientApi = {
  ...neverStreamed,
  isCall: (path) => deploymentOfImages(path) !== undefined,
  read(target, json) {
    const deployment = deploymentOfImages(target.path)
    if (deployment === undefined) return err({ kind: "refused", reason: "no-such-route" })
    const named = typeof json === "object" && json !== null ? { ...json, model: deployment } : json
    return readPictureCall(target, named)
  },
  write(call, { model, deploymentOf = model, version }) {
    const asked = call.target.query["api-version"] ?? version ?? ""
    const path = `/deployments/${encodeURIComponent(model)}/images/generations?api-version=${encodeURIComponent(asked)}`
    return { path, body: fitImageBody(call.body, deploymentOf) }
  },
  failureBody: openAiFailureBody,
}

/** The deployment whose pictures a path asks for; undefined for any other path. */
function deploymentOfImages(path: string): string | undefined {
  const [, name] = /^\/deployments\/([\w.%-]+)\/images\/generations$/.exec(path) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name) || undefined
  } catch {
    return undefined
  }
}
