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
  placesHint: "ضع بين [قوسين] ما يتغير في كل مرة: يقف المؤشر هناك عند اختيار الموجّه.",
  readOnly: "الموجّهات الجاهزة لا تتغير. أنشئ نسخة لتكون لك صيغتك الخاصة.",
  copy: "إنشاء نسخة",
  save: "حفظ",
  saveFailed: "تعذّر الحفظ. تأكد من أن في الجهاز مساحة كافية.",
}
