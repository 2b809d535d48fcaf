import type { Texts } from "../../../texts.ts"

export const ru: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "отключена" : `отключена ${day}`),
  askedFor: (model: string, asked: string) => `${model} (запрошена: ${asked})`,
}
