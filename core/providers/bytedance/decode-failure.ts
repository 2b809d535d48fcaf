import type { Failure } from "../../gateway/failure.ts"
import { goneWhere, type Upstream } from "../model-gone.ts"
import * as openAi from "../openai/decode-failure.ts"

/** Ark's errors have OpenAI's shape and codes of their own. */
export function decodeFailure(status: number, body: string): Failure {
  return goneWhere(openAi.decodeFailure(status, body), saysGone)
}

/** Unknown, closed before its end, or not switched on for this account. An endpoint that is closed may open again. */
function saysGone({ code = "" }: Upstream): boolean {
  return code.startsWith("InvalidEndpointOrModel.") || goneCodes.has(code)
}

const goneCodes = new Set(["ModelNotOpen", "InvalidEndpoint.NotFound", "UnsupportedModel"])
