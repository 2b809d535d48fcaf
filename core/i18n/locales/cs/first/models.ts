import type { Texts } from "../../../texts.ts"

export const cs: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "vypnut" : `vypnut ${day}`),
  askedFor: (model: string, asked: string) => `${model} (požadován: ${asked})`,
}
