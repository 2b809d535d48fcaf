import type { Texts } from "../../../texts.ts"

export const it: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "ritirato" : `ritirato dal ${day}`),
  askedFor: (model: string, asked: string) => `${model} (richiesto: ${asked})`,
}
