import type { Texts } from "../../texts.ts"

export const bn: Texts["queue"] = {
  queued: "সংকেত পেলে পাঠানো হবে",
  cancel: "পাঠানো বাতিল করুন",
  old: "এই বার্তা ২৩ ঘণ্টার বেশি অপেক্ষা করছে। এখন পাঠাবেন?",
  dearer: (now: string, then: string) => `এখন পাঠাতে খরচ ≈\u00a0${now}; লেখার সময় ছিল ≈\u00a0${then}।`,
  sendNow: "এখনই পাঠান",
}
