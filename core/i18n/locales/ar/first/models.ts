import type { Texts } from "../../../texts.ts"
import { ltr, own } from "../../../isolates.ts"

export const ar: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "توقف" : `توقف في ${ltr(day)}`),
  askedFor: (model: string, asked: string) => `${own(model)} (المطلوب: ${own(asked)})`,
}
