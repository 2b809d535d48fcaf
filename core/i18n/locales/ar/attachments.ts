import type { Texts } from "../../texts.ts"
import { own } from "../../isolates.ts"
import { plural, type PluralForms } from "../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["attachments"] = {
  attachments: "المرفقات",
  removeAttachment: (name: string) => `إزالة ${own(name)}`,
  viewImage: (name: string) => `عرض ${own(name)}`,
  attached: (n: number) =>
    count(n, { one: "مرفق واحد جاهز", two: "مرفقان جاهزان", few: "# مرفقات جاهزة", other: "# مرفقًا جاهزًا" }),
  dropTitle: "أفلت للإرفاق",
  dropText: "صور وملفات PDF وملفات نصية. تُقرأ هنا في متصفحك.",
  leftOut: (count: number, limit: string) =>
    `عدد الملفات التي لم تُرفق: ${count}. أقصى عدد من المرفقات في الرسالة هو ${limit}.`,
  refused: {
    "too-large": (name: string, limit: string) => `الملف ${own(name)} كبير جدًا. الحد هو ${own(limit)}.`,
    "too-many": (name: string, limit: string) => `لم يُرفق ${own(name)}: أقصى عدد من المرفقات في الرسالة هو ${limit}.`,
    unsupported: (name: string) =>
      `لا يمكن قراءة ${own(name)} هنا. تعمل الصور (JPEG وPNG وWebP وGIF وAVIF وHEIC) وملفات PDF والملفات النصية (TXT وCSV وMarkdown والشيفرة). صدّر ملفات Word أو Excel بصيغة PDF أو CSV.`,
    empty: (name: string) => `الملف ${own(name)} فارغ.`,
    folder: (name: string) => `${name} مجلد. اسحب الملفات الموجودة بداخله.`,
    unreadable: (name: string) => `تعذّرت قراءة ${own(name)}. تأكد من أن الملف ما زال موجودًا وأن في الجهاز مساحة كافية.`,
    "broken-image": (name: string) => `تعذّر فتح الصورة ${own(name)}. قد تكون تالفة.`,
    "broken-pdf": (name: string) => `تعذّر فتح ملف PDF ${own(name)}. قد يكون تالفًا.`,
    "locked-pdf": (name: string) => `الملف ${own(name)} محمي بكلمة مرور. احفظ نسخة دون كلمة مرور وأرفقها.`,
    "scanned-pdf": (name: string, pages: string) =>
      `الملف ${own(name)} (${pages}) ممسوح ضوئيًا: صور صفحات بلا نص. أرفق الصفحات كصور، أو ملف PDF فيه نص.`,
  },
  unseen: (model: string, n: number) =>
    n === 1
      ? `النموذج ${own(model)} لا يرى الصور. صورتك ما زالت هنا.`
      : `النموذج ${own(model)} لا يرى الصور. صورك ما زالت هنا (${n}).`,
  unseenEarlier: (model: string) => `النموذج ${own(model)} لا يرى صور هذه المحادثة، بل يعلم بوجودها فقط.`,
  useModel: (model: string) => `استخدام ${own(model)}`,
  keepUnseen: (model: string) => `المتابعة مع ${own(model)}`,
  keptUnseen: (model: string) => `سيتلقى ${own(model)} النص ويعلم أن هناك صورًا، دون أن يرى ما فيها.`,
}
