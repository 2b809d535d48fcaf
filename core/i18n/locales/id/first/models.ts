import type { Texts } from "../../../texts.ts"

export const id: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "dihentikan" : `dihentikan ${day}`),
  askedFor: (model: string, asked: string) => `${model} (diminta: ${asked})`,
}
