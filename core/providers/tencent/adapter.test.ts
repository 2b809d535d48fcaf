import { tencentCases } from "../../../testing/fixtures/wire/tencent/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { tencentAdapter } from "./adapter.ts"

const tooHot = {
  kind: "upstream",
  status: 400,
  message: "Temperature must be 2 or less",
  code: "InvalidParameter",
} as const

testAdapter(tencentAdapter, [
  ...tencentCases,
  ...recordedCases([
    { file: "tencent/text.sse", text: "1+1=2", finish: "stop", usage: { in: 4, cached: 0, out: 5, reasoning: 0 } },
    {
      file: "tencent/tool-call.sse",
      text: {
        first: "计划使用get_current_weather工具来获取",
        last: "的请求是关于天气的查询，需要使用天气查询工具来获取信息。",
        length: 92,
      },
      calls: [{ id: "call_cq154vk2c3m1v7ep3530", name: "get_current_weather", arguments: '{"location":"北京"}' }],
      finish: "tool-calls",
      usage: { in: 6, cached: 0, out: 46, reasoning: 0 },
    },
    {
      file: "tencent/search.sse",
      text: "黄金价格",
      citations: 32,
      finish: "stop",
      usage: { in: 6, cached: 0, out: 2068, reasoning: 0 },
    },
    {
      file: "tencent/reply-bare.json",
      text: "你好！很高兴为您提供帮助。请问有什么问题我可以帮助您解决？",
      finish: "stop",
      usage: { in: 3, cached: 0, out: 14, reasoning: 0 },
    },
    { file: "tencent/error-parameter.json", failure: tooHot },
    { file: "tencent/error-parameter.json", status: 200, failure: tooHot },
  ]),
])
