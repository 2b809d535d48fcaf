import type { Texts } from "../../texts.ts"

export const ru: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `Модель ${model} отключили.` : `Модель ${model} отключили ${day}.`,
  goesOn: (model: string) => `Этот чат продолжает ${model}, не дороже прежней.`,
  goesOnCheaper: (model: string) => `Этот чат продолжает ${model} — это дешевле.`,
  answersFor: (model: string, asked: string) => `Вместо ${asked} теперь отвечает ${model}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} стоит дороже за вопрос.` : `${model} стоит до ${percent} дороже за вопрос.`,
  nobodyFollows: "Выберите другую модель, чтобы продолжить этот чат.",
  goOn: "Продолжить с ней",
  chooseOther: "Выбрать другую",
  change: "Сменить",
  dismiss: "Скрыть уведомление",
}
