import type { Texts } from "../../texts.ts"
import { ltr, own } from "../../isolates.ts"

export const ar: Texts["access"] = {
  title: "رمز الوصول",
  freeMode: "أنت تستخدم الوضع المجاني.",
  hasCode: "رمز الوصول الخاص بك مضبوط على هذا الجهاز.",
  howToUpgrade: "لاستخدام مزايا Premium، أدخل رمز وصول.",
  hosted: "ابدأ الآن على الخدمة المستضافة",
  enterKey: "اضغط هنا لإدخال رمز الوصول",
  ownProvider: "استخدم مفتاحك الخاص من أحد المزوّدين، في الإعدادات",
  keptCode: "الرمز السابق ما زال محفوظًا.",
  changeCode: "تغيير الرمز",
  later: "لاحقًا",
  checking: "جارٍ التحقق من الرمز…",
  valid: "الرمز صالح",
  opened: (amount: string) => `فُتح Premium: كل النماذج متاحة لك. الرصيد: ${ltr(amount)}`,
  openedFree: (amount: string) => `قُبل الرمز. لديك ${ltr(amount)} لاستخدامها اليوم.`,
  openedUnmetered: "فُتح Premium: كل النماذج متاحة لك دون حد للرصيد.",
  validWithBalance: (amount: string) => `الرمز صالح. الرصيد: ${ltr(amount)}`,
  validUnmetered: "الرمز صالح. الاستخدام دون حد للرصيد.",
  invalid: "الرمز غير صالح. تأكد من نسخه كاملًا.",
  insufficient: "الرمز صالح، لكن الرصيد غير كافٍ",
  unreachable: "تعذّر التحقق من الرمز الآن. تحقّق من الاتصال وحاول مجددًا.",
  checkAgain: "التحقق مجددًا",
  recharge: "إضافة رصيد",
  plansTitle: "Premium",
  plansIntro: (model: string) =>
    `برمز وصول تتحدث مع ${own(model)} وكل النماذج الأخرى، ولا تدفع إلا مقابل ما تستخدمه. يظهر السعر قبل كل رسالة.`,
  plansModels: "النماذج المشمولة",
  askOperator: "للحصول على رمز، تواصل مع الدعم.",
  haveCode: "لديّ رمز بالفعل",
  codePlaceholder: "الصق رمزك هنا",
}
