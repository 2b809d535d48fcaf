import type { Texts } from "../../../texts.ts"

export const it: Texts["banner"] = {
  label: "Informazioni su Premium",
  text: (model: string) => `Scopri Premium: ${model} e altri modelli`,
  dismiss: "Non mostrare più",
}
