import type { Texts } from "../../texts.ts"
import { own } from "../../isolates.ts"

export const ar: Texts["model-list"] = {
  reasoningColumn: "الاستدلال",
  speed: "السرعة",
  perMessage: "لكل رسالة",
  reasoningRating: (rating: number) => `الاستدلال: ${rating} من 5`,
  speedRating: (rating: number) => `السرعة: ${rating} من 5`,
  onlyPremium: "برصيد أو خطة",
  answerWith: "الرد بنموذج آخر",
  lockHint: "المس القفل لعرض الخطط.",
  lockedName: "مقفل: يعرض الخطط",
  ownKey: "مفتاحك",
  goodAt: {
    flagship: "الأقدر، للأسئلة الصعبة",
    everyday: "للاستخدام اليومي، جيد في كل شيء تقريبًا",
    quick: "سريع ورخيص، للمهام البسيطة",
    reasoning: "خطوات طويلة من المنطق والرياضيات",
    long: "نصوص طويلة جدًا وتعليمات دقيقة",
    legacy: "جيل سابق",
    oldLogic: "جيل سابق، للمنطق والشيفرة",
    cheapLogic: "منطق وشيفرة، بسعر أقل",
    pictures: "ينشئ الصور",
    voice: "يتكلم ويسمع",
  },
  priceLevel: (level: number) => `السعر: ${level} من 4`,
  abilities: {
    sees: "يرى الصور",
    thinks: "يفكر قبل أن يجيب",
    tools: "يستخدم الأدوات",
    long: "يقرأ نصوصًا طويلة جدًا",
    searches: "يبحث في الويب",
  },
  leaves: (day: string) => `يتوقف في ${own(day)}`,
  followedBy: (model: string) => `يتابع ${own(model)}`,
  noneFound: "لا يوجد نموذج كهذا. جرّب كلمة أخرى، مثل سريع أو صور.",
}
