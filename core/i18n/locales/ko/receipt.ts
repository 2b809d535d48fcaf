import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const ko: Texts["receipt"] = {
  input: (tokens: string) => `질문과 기록 · 토큰 ${tokens}개`,
  cached: (tokens: string) => `제공업체 캐시 · 토큰 ${tokens}개`,
  output: (tokens: string) => `답변 · 토큰 ${tokens}개`,
  reasoning: (tokens: string) => `그중 추론 ${tokens}개`,
  search: (calls: number) => `웹 검색 · ${calls}회`,
  pieces,
  fromPackage: "이용권에서 사용",
  total: "합계",
  rounds: (count: number) => `호출 ${count}회`,
  estimated: "제공업체가 토큰 수를 알려 주지 않아 여기에서 셌어요.",
}
