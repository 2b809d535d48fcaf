import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const tw: Texts["receipt"] = {
  input: (tokens: string) => `提問與歷史 · ${tokens} token`,
  cached: (tokens: string) => `來自供應商快取 · ${tokens} token`,
  output: (tokens: string) => `回答 · ${tokens} token`,
  reasoning: (tokens: string) => `其中推理 ${tokens}`,
  search: (calls: number) => `網路搜尋 · ${calls} 次`,
  pieces,
  fromPackage: "由次數包扣除",
  total: "合計",
  rounds: (count: number) => `${count} 輪`,
  estimated: "供應商沒有提供 token 數，這裡的數字由我們計算。",
}
