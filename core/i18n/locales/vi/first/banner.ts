import type { Texts } from "../../../texts.ts"

export const vi: Texts["banner"] = {
  label: "Về Premium",
  text: (model: string) => `Premium: ${model} và nhiều mô hình khác`,
  dismiss: "Không hiện lại nữa",
}
