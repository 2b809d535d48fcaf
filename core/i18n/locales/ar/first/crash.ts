import type { Texts } from "../../../texts.ts"
import { own } from "../../../isolates.ts"

export const ar: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "واجهت هذه الصفحة خطأ وتوقفت. محادثاتك ما زالت محفوظة على هذا الجهاز: أعد التحميل للعودة إليها.",
  details: "تفاصيل الخطأ",
  reload: "إعادة تحميل الصفحة",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode: "إذا تكرر الخطأ، فتحقّق من رمز الوصول في الإعدادات (الزر في أسفل الشريط الجانبي) أو أبلغ الدعم.",
  saveFailed: "تعذّر حفظ النسخة، لذلك لم يُمسح شيء.",
  screen: (error: string) => `واجهت هذه الشاشة خطأ (${own(error)}). بقية الصفحة ما زالت تعمل.`,
  retry: "إعادة المحاولة",
}
