import type { Texts } from "../../../texts.ts"

export const jp: Texts["banner"] = {
  label: "Premiumについて",
  text: (model: string) => `Premiumのご案内：${model}やほかのモデルも`,
  dismiss: "今後は表示しない",
}
