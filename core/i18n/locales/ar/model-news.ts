import type { Texts } from "../../texts.ts"
import { ltr, own } from "../../isolates.ts"

export const ar: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `توقف ${own(model)}.` : `توقف ${own(model)} في ${own(day)}.`,
  goesOn: (model: string) => `تستمر هذه المحادثة مع ${own(model)} من دون زيادة في السعر.`,
  goesOnCheaper: (model: string) => `تستمر هذه المحادثة مع ${own(model)}، وهو أرخص.`,
  answersFor: (model: string, asked: string) => `يجيب ${own(model)} الآن بدلًا من ${own(asked)}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `يكلّف ${own(model)} أكثر لكل سؤال.`
      : `يكلّف ${own(model)} حتى ${ltr(percent)} أكثر لكل سؤال.`,
  nobodyFollows: "اختر نموذجًا آخر لمتابعة هذه المحادثة.",
  goOn: "المتابعة معه",
  chooseOther: "اختيار آخر",
  change: "تغيير",
  dismiss: "إخفاء التنبيه",
}
