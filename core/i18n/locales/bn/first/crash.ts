import type { Texts } from "../../../texts.ts"

export const bn: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "এই পৃষ্ঠায় ত্রুটি হয়ে এটি থেমে গেছে। আপনার কথোপকথন এই ডিভাইসে রাখা আছে: সেগুলোতে ফিরতে পৃষ্ঠাটি আবার লোড করুন।",
  details: "ত্রুটির বিস্তারিত",
  reload: "পৃষ্ঠাটি আবার লোড করুন",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode: "ত্রুটিটি আবার হলে সেটিংসে (নিচে বাঁ কোণের বোতাম) অ্যাক্সেস কোড দেখে নিন অথবা সহায়তায় জানান।",
  saveFailed: "কপিটি সংরক্ষণ করা যায়নি, তাই কিছুই মোছা হয়নি।",
  screen: (error: string) => `এই স্ক্রিনে ত্রুটি হয়েছে (${error})। পৃষ্ঠার বাকি অংশ ঠিকই চলছে।`,
  retry: "আবার চেষ্টা করুন",
}
