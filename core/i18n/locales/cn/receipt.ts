import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const cn: Texts["receipt"] = {
  input: (tokens: string) => `提问与历史 · ${tokens} token`,
  cached: (tokens: string) => `来自服务商缓存 · ${tokens} token`,
  output: (tokens: string) => `回答 · ${tokens} token`,
  reasoning: (tokens: string) => `其中推理 ${tokens}`,
  search: (calls: number) => `联网搜索 · ${calls} 次`,
  pieces,
  fromPackage: "从次数包扣除",
  total: "合计",
  rounds: (count: number) => `${count} 轮`,
  estimated: "服务商没有提供 token 数，这里的数字由我们统计。",
}
