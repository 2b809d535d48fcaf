import type { Texts } from "../../texts.ts"

export const es: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} fue retirado.` : `${model} fue retirado el ${day}.`,
  goesOn: (model: string) => `Esta conversación continúa con ${model}, sin costar más.`,
  goesOnCheaper: (model: string) => `Esta conversación continúa con ${model}, que cuesta menos.`,
  answersFor: (model: string, asked: string) => `Ahora ${model} responde en lugar de ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} cuesta más por pregunta.` : `${model} cuesta hasta ${percent} más por pregunta.`,
  nobodyFollows: "Elige otro modelo para continuar esta conversación.",
  goOn: "Seguir con él",
  chooseOther: "Elegir otro",
  change: "Cambiar",
  dismiss: "Descartar el aviso",
}
