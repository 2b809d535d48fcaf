import { byteDanceCases } from "../../../testing/fixtures/wire/bytedance/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { byteDanceAdapter } from "./adapter.ts"

testAdapter(byteDanceAdapter, [
  ...byteDanceCases,
  ...recordedCases([
    { file: "bytedance/text.sse", text: "Hello! How can I help you today?", finish: "stop" },
    {
      file: "bytedance/reasoning.json",
      text: "<p>Product Specifications</p>",
      reasoning: {
        first: "\n用户让我把代码中的中文“商品参数”翻译成英文。首先，我",
        last: "不变。检查一下，没有其他需要注意的地方，应该就是这样了。",
        length: 295,
      },
      finish: "stop",
      usage: { in: 102, cached: 0, out: 153, reasoning: 146 },
    },
  ]),
])
