import type { Texts } from "../../texts.ts"

export const de: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} wurde abgeschaltet.` : `${model} wurde am ${day} abgeschaltet.`,
  goesOn: (model: string) => `Dieser Chat geht mit ${model} weiter, ohne mehr zu kosten.`,
  goesOnCheaper: (model: string) => `Dieser Chat geht mit ${model} weiter; das kostet weniger.`,
  answersFor: (model: string, asked: string) => `Statt ${asked} antwortet jetzt ${model}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} kostet mehr pro Frage.` : `${model} kostet bis zu ${percent} mehr pro Frage.`,
  nobodyFollows: "Wähle ein anderes Modell, um diesen Chat fortzusetzen.",
  goOn: "Damit weitermachen",
  chooseOther: "Anderes wählen",
  change: "Wechseln",
  dismiss: "Hinweis ausblenden",
}
