import type { Texts } from "../../texts.ts"
import { ltr, own } from "../../isolates.ts"

export const ar: Texts["money"] = {
  short: (needed: string) => `الرصيد غير كافٍ: هذه الرسالة تحتاج إلى حجز ${ltr(needed)}.`,
  fits: (model: string) => `مع ${own(model)} يكفي رصيدك.`,
  cheaper: "اختصر المحادثة أو اختر نموذجًا أرخص.",
  inUse: (held: string, available: string, needed: string) =>
    `من رصيدك ${ltr(held)} محجوزة لإجابات ما زالت قيد الإنشاء. يتبقى ${ltr(available)}، وهذه الرسالة تحتاج إلى حجز ${ltr(needed)}. انتظر حتى تنتهي إحداها ثم حاول مجددًا.`,
  searchesInUse: (searches: string) =>
    `عمليات البحث في الويب المتبقية لديك (${own(searches)}) محجوزة لإجابات قيد الإنشاء. انتظر حتى تنتهي إحداها، أو أوقف البحث.`,
  frozen: "الرصيد غير كافٍ: هذا الرمز مجمّد. تواصل مع الدعم.",
  overdrawn: (missing: string) =>
    `الرصيد غير كافٍ: أُعيدت إحدى الدفعات، وينقص ${ltr(missing)} لتغطيتها. أضف رصيدًا أو تواصل مع الدعم.`,
  frozenMeanwhile:
    "جُمّد هذا الرمز في منتصف الإجابة. ما وصل منها محفوظ هنا، ولا تدفع إلا ثمن الرسالة وهذا الجزء. تواصل مع الدعم.",
}
