import type { Texts } from "../../../texts.ts"

export const cs: Texts["banner"] = {
  label: "O Premium",
  text: (model: string) => `Objevte Premium: ${model} a další modely`,
  dismiss: "Už nezobrazovat",
}
