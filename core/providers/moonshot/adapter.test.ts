import { moonshotCases } from "../../../testing/fixtures/wire/moonshot/cases.ts"
import { recordedCases } from "../../../testing/recordings.ts"
import { testAdapter } from "../../../testing/test-adapter.ts"
import { moonshotAdapter } from "./adapter.ts"

testAdapter(moonshotAdapter, [
  ...moonshotCases,
  ...recordedCases([
    {
      file: "moonshot/text-choice-usage.sse",
      text: "I can:\n\nhelp you",
      finish: "stop",
      usage: { in: 4796, cached: 0, out: 174, reasoning: 0 },
    },
    {
      file: "moonshot/reply.json",
      text: " 你好，李雷！1+1 等于 2。如果你有其他问题或需要帮助，随时告诉我！",
      finish: "stop",
      usage: { in: 81, cached: 0, out: 26, reasoning: 0 },
    },
  ]),
])
