import type { Texts } from "../../texts.ts"
import { own } from "../../isolates.ts"

export const ar: Texts["update"] = {
  error504: "الخادم مثقل بالطلبات (504). حاول مجددًا بعد بضع ثوانٍ.",
  error502: "خطأ في البوابة (502). حاول مجددًا بعد بضع ثوانٍ.",
  error503: "الخدمة غير متاحة مؤقتًا (503). حاول مجددًا بعد بضع ثوانٍ.",
  notJson: (contentType: string) => `خطأ في التحديث: الرد ليس JSON صالحًا (${own(contentType)})`,
  failed: (status: string) => `خطأ في التحديث: تعذّر جلب الإصدار من المستودع (${own(status)})`,
}
