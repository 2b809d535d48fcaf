import type { Texts } from "../../../texts.ts"

export const sk: Texts["banner"] = {
  label: "O Premium",
  text: (model: string) => `Objavte Premium: ${model} a ďalšie modely`,
  dismiss: "Už nezobrazovať",
}
