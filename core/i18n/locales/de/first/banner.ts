import type { Texts } from "../../../texts.ts"

export const de: Texts["banner"] = {
  label: "Über Premium",
  text: (model: string) => `Entdecke Premium: ${model} und weitere Modelle`,
  dismiss: "Nicht mehr anzeigen",
}
