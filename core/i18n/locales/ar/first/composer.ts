import type { Texts } from "../../../texts.ts"
import { own } from "../../../isolates.ts"
import { plural, type PluralForms } from "../../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["composer"] = {
  attach: "إرفاق",
  attachHint: "صورة أو PDF أو نص. يمكنك أيضًا السحب أو اللصق هنا.",
  searchWeb: "البحث في الويب",
  searchCost: (left: number) => `يُخصم كل بحث من باقتك. المتبقي: ${count(left, { other: "#" })}.`,
  searchOwn: "تُدفع تكلفة البحث بمفتاحك الخاص.",
  searchNone: "لا عمليات بحث في الويب متاحة لديك. تأتي مع الخطط وعمليات شحن الرصيد.",
  photos: "الصور",
  camera: "التقاط صورة",
  file: "ملف",
  viewText: "عرض النص",
  viewTextOf: (name: string) => `عرض نص ${own(name)}`,
  reading: (name: string) => `جارٍ قراءة ${own(name)}…`,
  stillReading: "لحظة: ما زالت قراءة المرفقات جارية.",
  stillAnswering: "لا يزال الرد يصل.",
  pages: (n: number) => count(n, { one: "صفحة واحدة", two: "صفحتان", few: "# صفحات", other: "# صفحة" }),
  onlyBeginning: "البداية فقط",
  withoutText: (count: number) => `${count} بلا نص`,
  cutHint: (characters: string) => `الملف طويل جدًا: يُرسل من بدايته ما عدد أحرفه ${characters}.`,
  lostImage: "هذه الصورة غير محفوظة في هذا المتصفح.",
  suggestions: "اقتراحات",
  suggestionCount: (n: number) =>
    count(n, {
      zero: "لا اقتراحات",
      one: "اقتراح واحد",
      two: "اقتراحان",
      few: "# اقتراحات",
      many: "# اقتراحًا",
      other: "# اقتراح",
    }),
  suggestionKeys: "Enter للاختيار، Esc للإغلاق",
  managePrompts: "إدارة الموجّهات",
  commands: {
    new: "محادثة جديدة",
    newm: "محادثة جديدة من قناع",
    next: "المحادثة التالية",
    prev: "المحادثة السابقة",
    clear: "مسح السياق: ما سبق لا يُرسل بعد الآن",
    fork: "تكرار هذه المحادثة",
    del: "حذف هذه المحادثة",
  },
  preview: "معاينة",
  expand: "الكتابة بملء الشاشة",
  collapse: "الخروج من ملء الشاشة",
  shortcuts: "اختصارات لوحة المفاتيح",
  nothingToCopy: "لا توجد إجابة لنسخها بعد.",
  noCode: "لا توجد شيفرة لنسخها بعد.",
  searchWebHint: "يبحث النموذج في الإنترنت قبل أن يجيب ويعرض مصادره.",
  ownPrompt: "لك",
}
