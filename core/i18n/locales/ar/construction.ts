import type { Texts } from "../../texts.ts"

export const ar: Texts["construction"] = {
  images: "هنا تُحفظ الصور التي تنشئها. هذه الشاشة ما زالت قيد الإنشاء.",
  newImage: "هنا ستصف صورة وتختار شكلها. هذه الشاشة ما زالت قيد الإنشاء.",
}
