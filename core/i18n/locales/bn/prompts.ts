import type { Texts } from "../../texts.ts"

/** A number in Bengali digits: ১,২৩৪. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("bn")

export const bn: Texts["prompts"] = {
  title: "প্রম্পট",
  search: "প্রম্পট খুঁজুন",
  count: (own: number, builtin: number) => `আপনার ${number(own)}টি, তৈরি ${number(builtin)}টি`,
  found: (count: number) => (count === 0 ? "কোনো প্রম্পট পাওয়া যায়নি" : `${number(count)}টি প্রম্পট পাওয়া গেছে`),
  add: "নতুন প্রম্পট",
  edit: "প্রম্পট সম্পাদনা",
  read: "তৈরি প্রম্পট",
  editOne: (title: string) => `“${title}” সম্পাদনা করুন`,
  readOne: (title: string) => `“${title}” দেখুন`,
  deleteOne: (title: string) => `“${title}” মুছুন`,
  deleted: "প্রম্পট মুছে ফেলা হয়েছে",
  name: "শিরোনাম",
  content: "লেখা",
  otherEdition: "অন্য সংস্করণ, একই সময়ে অন্য কোথাও লেখা",
  useEdition: "এটি ব্যবহার করুন",
  placesHint: "প্রতিবার যা বদলায় তা [বন্ধনীতে] রাখুন: প্রম্পট বেছে নিলে কার্সর সেখানে থামে।",
  readOnly: "তৈরি প্রম্পট বদলানো যায় না। নিজের মতো করতে একটি কপি তৈরি করুন।",
  copy: "কপি তৈরি করুন",
  save: "সংরক্ষণ",
  saveFailed: "সংরক্ষণ করা যায়নি। ডিভাইসে জায়গা আছে কি না দেখে নিন।",
}
