import type { Texts } from "../../texts.ts"

/** A number in Bengali digits: ১,২৩৪. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("bn")

export const bn: Texts["search"] = {
  title: "ইতিহাসে খুঁজুন",
  field: "কথোপকথনে খুঁজুন",
  placeholder: "খোঁজার শব্দ লিখুন",
  clear: "খোঁজার ঘর খালি করুন",
  loading: "লোড হচ্ছে…",
  hint: "এই ডিভাইসের সব বার্তায় খোঁজে, এমনকি বানান ভুল থাকলেও।",
  count: (count: number) => `${number(count)}টি ফলাফল পাওয়া গেছে`,
  countSoFar: (count: number) => `এ পর্যন্ত ${number(count)}টি ফলাফল…`,
  similar: "হুবহু এই শব্দগুলো নেই; এগুলো কাছাকাছি।",
  noResult: "কোনো ফলাফল পাওয়া যায়নি",
  noResultHint: "কম শব্দ বা অন্য শব্দ দিয়ে চেষ্টা করুন।",
  noData: "কোনো ডেটা নেই: খোঁজার মতো বার্তা এখনও নেই।",
  failed: "এখন খোঁজা গেল না। পরের অক্ষর লিখলে আবার চেষ্টা হবে।",
  results: "ফলাফল",
  inTitle: "কথোপকথনের শিরোনাম",
  untitled: "নতুন কথোপকথন",
  view: "দেখুন",
  page: (at: number, of: number) => `পৃষ্ঠা ${number(at)}/${number(of)}`,
  previous: "আগের পৃষ্ঠা",
  next: "পরের পৃষ্ঠা",
}
