import type { Texts } from "../../../texts.ts"

export const no: Texts["banner"] = {
  label: "Om Premium",
  text: (model: string) => `Premium: ${model} og andre modeller`,
  dismiss: "Ikke vis igjen",
}
