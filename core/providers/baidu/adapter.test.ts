import { baiduCases } from "../../../testing/fixtures/wire/baidu/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { baiduAdapter } from "./adapter.ts"

testAdapter(baiduAdapter, [
  ...baiduCases,
  ...recordedCases([
    {
      file: "baidu/text.sse",
      text: {
        first: "你好，我是一个虚拟语言模型，旨在通过机器学习和自然语言处",
        last: "供相关信息。如果你有任何问题或需要帮助，请随时向我提问。",
        length: 69,
      },
      finish: "stop",
      usage: { in: 2, cached: 0, out: 36, reasoning: 0 },
    },
    {
      file: "baidu/function-call.sse",
      calls: [{ id: "as-gmjf3vyemg", name: "query_score", arguments: '{"name":"李四","subjects":["CHINESE","MATH"]}' }],
      finish: "tool-calls",
      usage: { in: 676, cached: 0, out: 92, reasoning: 0 },
    },
  ]),
])
