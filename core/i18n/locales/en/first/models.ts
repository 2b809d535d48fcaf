import type { Texts } from "../../../texts.ts"

export const en: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "switched off" : `switched off on ${day}`),
  askedFor: (model: string, asked: string) => `${model} (asked for: ${asked})`,
}
