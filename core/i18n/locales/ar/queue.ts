import type { Texts } from "../../texts.ts"

export const ar: Texts["queue"] = {
  queued: "ستُرسل عند توفر الإشارة",
  cancel: "إلغاء الإرسال",
  old: "تنتظر هذه الرسالة منذ أكثر من 23 ساعة. هل تُرسل الآن؟",
  dearer: (now: string, then: string) => `الإرسال الآن يكلّف ≈\u00a0${now}؛ وعندما كتبتها كان ≈\u00a0${then}.`,
  sendNow: "إرسال الآن",
}
