import { iflytekCases } from "../../../testing/fixtures/wire/iflytek/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { iflytekAdapter } from "./adapter.ts"

testAdapter(iflytekAdapter, [
  ...iflytekCases,
  ...recordedCases([
    {
      file: "iflytek/text.sse",
      text: {
        first: "你好，很高兴为你解答问题。\n我是讯飞星火认知大模型，由科",
        last: "我都将尽我所能提供支持和解决方案。请随时告诉我你的需求！",
        length: 121,
      },
      finish: "stop",
      usage: { in: 6, cached: 0, out: 68, reasoning: 0 },
    },
  ]),
])
