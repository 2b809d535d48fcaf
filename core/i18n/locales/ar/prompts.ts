import type { Texts } from "../../texts.ts"
import { own } from "../../isolates.ts"
import { plural, type PluralForms } from "../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["prompts"] = {
  title: "الموجّهات",
  search: "البحث في الموجّهات",
  count: (mine: number, builtin: number) =>
    `موجّهاتك: ${count(mine, { other: "#" })}، الجاهزة: ${count(builtin, { other: "#" })}`,
  found: (n: number) =>
    count(n, {
      zero: "لم يُعثر على أي موجّه",
      one: "عُثر على موجّه واحد",
      two: "عُثر على موجّهين",
      few: "عُثر على # موجّهات",
      many: "عُثر على # موجّهًا",
      other: "عُثر على # موجّه",
    }),
  add: "موجّه جديد",
  edit: "تحرير الموجّه",
  read: "موجّه جاهز",
  editOne: (title: string) => `تحرير ${own(title)}`,
  readOne: (title: string) => `عرض ${own(title)}`,
  deleteOne: (title: string) => `حذف ${own(title)}`,
  deleted: "حُذف الموجّه",
  name: "العنوان",
  content: "النص",
  otherEdition: "نسخة أخرى كُتبت في الوقت نفسه في مكان آخر",
  useEdition: "استخدام هذه",
  placesHint:
    "ضع بين [قوسين] أو {{معقوفين}} ما يتغير في كل مرة؛ {{النبرة:رسمية|خفيفة}} تعرض خيارات، و{{data}} و{{hora}} للتاريخ والوقت.",
  readOnly: "الموجّهات الجاهزة لا تتغير. أنشئ نسخة لتكون لك صيغتك الخاصة.",
  copy: "إنشاء نسخة",
  save: "حفظ",
  saveFailed: "تعذّر الحفظ. تأكد من أن في الجهاز مساحة كافية.",
  import: "استيراد",
  export: "تصدير",
  share: "مشاركة",
  importTitle: "استيراد موجّهات",
  importFresh: (count: number) => `جديدة: ${count}`,
  importKnown: (count: number) => `موجودة من قبل: ${count}`,
  importIgnored: (count: number, reason: string) => `متروكة: ${count} (${own(reason)})`,
  reasons: { incomplete: "بلا عنوان أو نص", "too-many": "ما فوق 5,000" },
  importHint: "لم يُحفظ شيء بعد.",
  imported: (count: number) =>
    plural("ar", count, {
      one: "استُورد موجّه واحد",
      two: "استُورد موجّهان",
      few: "استُوردت # موجّهات",
      many: "استُورد # موجّهًا",
      zero: "استُورد # موجّه",
      other: "استُورد # موجّه",
    }),
  importBad: "لا توجد موجّهات في هذا الملف.",
  importLarge: "الملف أكبر من 2 ميغابايت.",
  linkCopied: "نُسخ الرابط. يفتح محادثة جديدة بهذا النص ولا يرسل شيئًا من تلقاء نفسه.",
  linkTooLong: "هذا الموجّه أطول من أن يسعه رابط.",
  placeAt: (at: number, total: number, name: string) => `${at} من ${total}: ${own(name)}`,
  nextPlace: "التالي",
  placesLeft: (names: string) => `بقي ملء: ${own(names)}`,
  endPlaces: "إنهاء الملء",
}
