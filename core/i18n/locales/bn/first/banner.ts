import type { Texts } from "../../../texts.ts"

export const bn: Texts["banner"] = {
  label: "Premium সম্পর্কে",
  text: (model: string) => `Premium সম্পর্কে জানুন: ${model} এবং অন্যান্য মডেল`,
  dismiss: "আর দেখাবেন না",
}
