import type { Texts } from "../../../texts.ts"

export const sk: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "vypnutý" : `vypnutý ${day}`),
  askedFor: (model: string, asked: string) => `${model} (požadovaný: ${asked})`,
}
