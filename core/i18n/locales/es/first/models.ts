import type { Texts } from "../../../texts.ts"

export const es: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "retirado" : `retirado el ${day}`),
  askedFor: (model: string, asked: string) => `${model} (pedido: ${asked})`,
}
