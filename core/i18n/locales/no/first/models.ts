import type { Texts } from "../../../texts.ts"

export const no: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "slått av" : `slått av ${day}`),
  askedFor: (model: string, asked: string) => `${model} (bedt om: ${asked})`,
}
