import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const en: Texts["receipt"] = {
  input: (tokens: string) => `Question and history · ${tokens} tokens`,
  cached: (tokens: string) => `From the provider's cache · ${tokens} tokens`,
  output: (tokens: string) => `Answer · ${tokens} tokens`,
  reasoning: (tokens: string) => `${tokens} of them reasoning`,
  search: (calls: number) => (calls === 1 ? "1 web search" : `${calls} web searches`),
  pieces,
  fromPackage: "from the package",
  total: "Total",
  rounds: (count: number) => `${count} rounds`,
  estimated: "The provider did not report the tokens; they were counted here.",
}
