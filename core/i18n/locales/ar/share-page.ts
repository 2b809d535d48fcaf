import type { Texts } from "../../texts.ts"

export const ar: Texts["share-page"] = {
  shared: (product: string) => `${product} · محادثة مشتركة`,
  untitled: "محادثة",
  until: (day: string) => `متاحة حتى ${day}`,
  question: "سؤال",
  answer: "إجابة",
  written: "كتبها ذكاء اصطناعي. تحقّق مما يهمّك.",
  continueIn: (product: string) => `المتابعة في ${product}`,
  report: "إبلاغ",
  reportWhy: "ما المشكلة فيها؟ اكتبها هنا إن شئت.",
  reportSend: "إرسال البلاغ",
  reported: "شكرًا لإبلاغنا. سنراجع هذه الصفحة.",
  page: (number: number, of: number) => `صفحة ${number} من ${of}`,
  next: "متابعة القراءة",
  previous: "الصفحة السابقة",
  missing: "هذا الرابط غير موجود أو حُذف.",
  unreadable: "لا يمكن قراءة هذه المحادثة الآن. حاول مرة أخرى بعد قليل.",
  expired: "انتهت مدة هذا الرابط.",
  removed: "أُزيل هذا الرابط.",
  hidden: "أُبلغ عن هذه الصفحة وهي تنتظر المراجعة.",
}
