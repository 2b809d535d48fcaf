import type { Texts } from "../../texts.ts"

export const en: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} was switched off.` : `${model} was switched off on ${day}.`,
  goesOn: (model: string) => `This chat goes on with ${model}, at no higher price.`,
  goesOnCheaper: (model: string) => `This chat goes on with ${model}, which costs less.`,
  answersFor: (model: string, asked: string) => `${model} now answers in place of ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} costs more per question.` : `${model} costs up to ${percent} more per question.`,
  nobodyFollows: "Choose another model to go on with this chat.",
  goOn: "Go on with it",
  chooseOther: "Choose another",
  change: "Change",
  dismiss: "Dismiss the notice",
}
