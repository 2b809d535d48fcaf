import type { Texts } from "../../../texts.ts"

export const ru: Texts["banner"] = {
  label: "О Premium",
  text: (model: string) => `Попробуйте Premium: ${model} и другие модели`,
  dismiss: "Больше не показывать",
}
