import type { Texts } from "../../../texts.ts"

export const ko: Texts["banner"] = {
  label: "Premium 안내",
  text: (model: string) => `Premium을 만나 보세요: ${model} 등 여러 모델`,
  dismiss: "다시 보지 않기",
}
