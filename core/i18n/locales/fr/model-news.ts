import type { Texts } from "../../texts.ts"

export const fr: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} a été retiré.` : `${model} a été retiré le ${day}.`,
  goesOn: (model: string) => `Cette conversation continue avec ${model}, sans coûter plus cher.`,
  goesOnCheaper: (model: string) => `Cette conversation continue avec ${model}, qui coûte moins cher.`,
  answersFor: (model: string, asked: string) => `${model} répond désormais à la place de ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model} coûte plus cher par question.`
      : `${model} coûte jusqu’à ${percent} de plus par question.`,
  nobodyFollows: "Choisissez un autre modèle pour continuer cette conversation.",
  goOn: "Continuer avec lui",
  chooseOther: "En choisir un autre",
  change: "Changer",
  dismiss: "Masquer l’avis",
}
