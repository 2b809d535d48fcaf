import type { Texts } from "../../../texts.ts"

export const es: Texts["banner"] = {
  label: "Acerca de Premium",
  text: (model: string) => `Conoce Premium: ${model} y otros modelos`,
  dismiss: "No volver a mostrar",
}
