import type { RecordedRequest } from "../fake-provider.ts"
import { alibabaFake } from "./alibaba.ts"
import { anthropicFake } from "./anthropic.ts"
import { baiduFake } from "./baidu.ts"
import type { FakeWire } from "./fake-wire.ts"
import { googleFake } from "./google.ts"
import { iflytekFake } from "./iflytek.ts"
import { imagesFake, openAiFake } from "./openai.ts"
import { responsesFake } from "./responses.ts"
import { stabilityFake } from "./stability.ts"
import { tencentFake } from "./tencent.ts"

const byPath: readonly (readonly [RegExp, FakeWire])[] = [
  [/\/v1\/responses$/, responsesFake],
  [/\/v1\/messages$/, anthropicFake],
  [/:(streamG|g)enerateContent$/, googleFake],
  [/\/wenxinworkshop\//, baiduFake],
  [/\/services\/aigc\//, alibabaFake],
  [/\/stable-image\//, stabilityFake],
  [/\/images\/generations$/, imagesFake],
]

/** The API of a request: by its path, Tencent by its header, Spark by its key of two words. */
export function wireOf({ path, headers }: Pick<RecordedRequest, "path" | "headers">): FakeWire {
  if (headers["x-tc-action"] !== undefined) return tencentFake
  const place = path.split("?")[0] ?? ""
  const found = byPath.find(([shape]) => shape.test(place))
  if (found) return found[1]
  return /^Bearer [^:\s]+:[^:\s]+$/.test(headers.authorization ?? "") ? iflytekFake : openAiFake
}

/** Whether a stream is asked for: in the body, in the path (Google), in a header (Alibaba). */
export function asksStream({ path, headers, json }: Pick<RecordedRequest, "path" | "headers" | "json">): boolean {
  if (json["stream"] === true || json["Stream"] === true) return true
  return path.includes(":streamGenerateContent") || headers["x-dashscope-sse"] === "enable"
}
