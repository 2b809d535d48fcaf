import type { Texts } from "../../texts.ts"
import { plural, type PluralForms } from "../../plural.ts"
import { pieces } from "./pieces.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["receipt"] = {
  input: (tokens: string) => `السؤال والسجل · ${tokens} توكن`,
  cached: (tokens: string) => `من الذاكرة المؤقتة للمزوّد · ${tokens} توكن`,
  output: (tokens: string) => `الإجابة · ${tokens} توكن`,
  reasoning: (tokens: string) => `منها ${tokens} للاستدلال`,
  search: (calls: number) =>
    count(calls, {
      one: "عملية بحث واحدة في الويب",
      two: "عمليتا بحث في الويب",
      few: "# عمليات بحث في الويب",
      other: "# عملية بحث في الويب",
    }),
  pieces,
  fromPackage: "من الباقة",
  total: "المجموع",
  rounds: (count: number) => plural("ar", count, { two: "جولتان", few: "# جولات", other: "# جولة" }),
  estimated: "لم يذكر المزوّد عدد التوكن، فحُسب هنا.",
}
