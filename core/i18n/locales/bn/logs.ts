import type { Texts } from "../../texts.ts"

export const bn: Texts["logs"] = {
  intro: "এই ব্রাউজার থেকে মডেলগুলোর কাছে পাঠানো অনুরোধ, নতুনগুলো আগে। এগুলো শুধু এই ডিভাইসেই থাকে এবং এতে কথোপকথনের লেখা রাখা হয় না।",
  openStatement: "স্টেটমেন্ট দেখুন",
  clear: "লগ মুছুন",
  confirmClear: "এই ব্রাউজারের লগ মুছে ফেলবেন? কথোপকথন ও স্টেটমেন্ট যেমন আছে তেমনই থাকবে।",
  empty: "এখনও কোনো অনুরোধ নেই। কিছু জিজ্ঞাসা করলে তা এখানে দেখা যাবে।",
  title: "শিরোনাম",
  summary: "সারাংশ",
  tokens: (input: string, output: string) => `${input} টোকেন পাঠানো, ${output} টোকেন পাওয়া`,
  seconds: (seconds: string) => `${seconds} সে.`,
  failed: "উত্তর নেই",
}
