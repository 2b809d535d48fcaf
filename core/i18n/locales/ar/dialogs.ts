import type { Texts } from "../../texts.ts"
import { plural, type PluralForms } from "../../plural.ts"

const count = (n: number, forms: PluralForms): string => plural("ar", n, forms)

export const ar: Texts["dialogs"] = {
  memoryHint: "عندما تطول المحادثة تتحول بدايتها إلى هذا الملخص الذي يرافق كل سؤال. يمكنك تعديل ما كُتب فيه.",
  memoryText: "الملخص",
  memoryEmpty: "لا شيء محفوظ بعد.",
  memoryTooShort: "محتوى هذه المحادثة أقصر من أن يُلخَّص.",
  memoryDue: "سيُعدّ الملخص بعد الإجابة التالية.",
  memoryCovers: (n: number) =>
    count(n, {
      one: "يلخّص الرسالة الأولى.",
      two: "يلخّص أول رسالتين.",
      few: "يلخّص أول # رسائل.",
      other: "يلخّص أول # رسالة.",
    }),
  memoryPaused: "إيقاف الذاكرة مؤقتًا",
  memoryPausedHint: "لا يُرسل الملخص ولا يُحدّث.",
  memoryClear: "مسح الذاكرة",
  memoryClearConfirm: "هل تريد مسح ملخص هذه المحادثة؟",
  memorySaved: "حُفظت الذاكرة",
  presets: "الرسائل المحفوظة في الذاكرة",
  presetsHint: "يعيد النموذج قراءة هذه الرسائل قبل أن يجيب.",
  presetRemove: "عدم تذكّر هذه الرسالة بعد الآن",
  selectTextHint: "المس واسحب لاختيار جزء، أو انسخ الكل.",
  copyAll: "نسخ الكل",
  editDropped: "تم تجاهل التعديل",
  messageGone: "حُذفت هذه الرسالة في علامة تبويب أخرى. ما كتبته ما زال هنا.",
  editTitle: "تحرير الرسالة",
  topic: "الموضوع",
  messageText: "الرسالة",
  answerText: "الإجابة",
  sendAgain: "إعادة الإرسال",
  sendAgainHint: "تبقى الإجابة السابقة في ‹ ›.",
  sendInBranch: "إرسال في محادثة أخرى",
  saveInBranch: "حفظ في محادثة أخرى",
  shortcutNames: {
    newChat: "فتح محادثة جديدة",
    focusInput: "الانتقال إلى حقل الرسالة",
    lastMessage: "استعادة آخر رسالة",
    copyReply: "نسخ آخر إجابة",
    copyCode: "نسخ آخر مقطع شيفرة",
    showShortcuts: "عرض الاختصارات",
    previousChat: "المحادثة السابقة",
    nextChat: "المحادثة التالية",
    prompts: "الموجّهات",
    commands: "الأوامر",
    send: "إرسال",
    newLine: "سطر جديد",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" } as Readonly<Record<string, string>>,
}
