import type { Texts } from "../../texts.ts"
import { plural, type PluralForms } from "../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["search"] = {
  title: "البحث في السجل",
  field: "البحث في المحادثات",
  placeholder: "اكتب كلمات للبحث",
  clear: "مسح البحث",
  loading: "جارٍ التحميل…",
  hint: "يبحث في كل رسائل هذا الجهاز، بالتشكيل أو دونه، وحتى مع الأخطاء الإملائية.",
  count: (n: number) =>
    count(n, {
      zero: "لا نتائج",
      one: "نتيجة واحدة",
      two: "نتيجتان",
      few: "# نتائج",
      other: "# نتيجة",
    }),
  countSoFar: (n: number) =>
    count(n, {
      zero: "لا نتائج حتى الآن…",
      one: "نتيجة واحدة حتى الآن…",
      two: "نتيجتان حتى الآن…",
      few: "# نتائج حتى الآن…",
      other: "# نتيجة حتى الآن…",
    }),
  similar: "لا شيء بهذه الكلمات تمامًا؛ هذه نتائج مشابهة.",
  noResult: "لا نتائج",
  noResultHint: "جرّب كلمات أقل، أو كلمات أخرى.",
  noData: "لا بيانات: ليست هناك رسائل للبحث فيها بعد.",
  failed: "تعذّر البحث الآن. سيُعاد عند كتابتك الحرف التالي.",
  results: "النتائج",
  inTitle: "عنوان المحادثة",
  untitled: "محادثة جديدة",
  view: "عرض",
  page: (at: number, of: number) => `الصفحة ${at} من ${of}`,
  previous: "الصفحة السابقة",
  next: "الصفحة التالية",
}
