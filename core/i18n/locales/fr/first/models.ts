import type { Texts } from "../../../texts.ts"

export const fr: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "retiré" : `retiré depuis le ${day}`),
  askedFor: (model: string, asked: string) => `${model} (demandé : ${asked})`,
}
