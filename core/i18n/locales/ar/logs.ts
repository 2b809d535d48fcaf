import type { Texts } from "../../texts.ts"

export const ar: Texts["logs"] = {
  intro:
    "الطلبات التي أرسلها هذا المتصفح إلى النماذج، من الأحدث إلى الأقدم. تبقى على هذا الجهاز فقط ولا تتضمن نصوص المحادثات.",
  openStatement: "عرض كشف الحساب",
  clear: "مسح السجلات",
  confirmClear: "هل تريد مسح سجلات هذا المتصفح؟ لن تتغير المحادثات ولا كشف الحساب.",
  empty: "لا طلبات بعد. اطرح سؤالًا وسيظهر هنا.",
  title: "عنوان",
  summary: "ملخص",
  tokens: (input: string, output: string) => `أُرسل ${input} توكن، واستُلم ${output}`,
  seconds: (seconds: string) => `${seconds} ث`,
  failed: "دون إجابة",
}
