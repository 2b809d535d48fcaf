import type { Texts } from "../../../texts.ts"

export const fr: Texts["banner"] = {
  label: "À propos de Premium",
  text: (model: string) => `Découvrez Premium : ${model} et d’autres modèles`,
  dismiss: "Ne plus afficher",
}
