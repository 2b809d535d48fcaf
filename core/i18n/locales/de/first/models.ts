import type { Texts } from "../../../texts.ts"

export const de: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "abgeschaltet" : `abgeschaltet am ${day}`),
  askedFor: (model: string, asked: string) => `${model} (angefragt: ${asked})`,
}
