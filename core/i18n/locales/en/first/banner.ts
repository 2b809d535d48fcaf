import type { Texts } from "../../../texts.ts"

export const en: Texts["banner"] = {
  label: "About Premium",
  text: (model: string) => `Discover Premium: ${model} and other models`,
  dismiss: "Do not show again",
}
