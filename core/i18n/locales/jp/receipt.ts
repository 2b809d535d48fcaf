import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const jp: Texts["receipt"] = {
  input: (tokens: string) => `質問と履歴 · ${tokens}トークン`,
  cached: (tokens: string) => `プロバイダーのキャッシュ · ${tokens}トークン`,
  output: (tokens: string) => `回答 · ${tokens}トークン`,
  reasoning: (tokens: string) => `うち推論 ${tokens}`,
  search: (calls: number) => `ウェブ検索 · ${calls}回`,
  pieces,
  fromPackage: "パックから",
  total: "合計",
  rounds: (count: number) => `やり取り${count}回`,
  estimated: "プロバイダーからトークン数の報告がなかったため、こちらで数えました。",
}
