import type { Texts } from "../../../texts.ts"
import { own } from "../../../isolates.ts"

export const ar: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "توقف" : `توقف في ${own(day)}`),
  askedFor: (model: string, asked: string) => `${own(model)} (المطلوب: ${own(asked)})`,
}
