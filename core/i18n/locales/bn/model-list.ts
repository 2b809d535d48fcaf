import type { Texts } from "../../texts.ts"

/** A number in Bengali digits: ১,২৩৪. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("bn")

export const bn: Texts["model-list"] = {
  reasoningColumn: "যুক্তিবিচার",
  speed: "গতি",
  perMessage: "প্রতি বার্তা",
  reasoningRating: (rating: number) => `যুক্তিবিচার: ৫-এর মধ্যে ${number(rating)}`,
  speedRating: (rating: number) => `গতি: ৫-এর মধ্যে ${number(rating)}`,
  onlyPremium: "ব্যালেন্স বা প্ল্যানসহ",
  answerWith: "অন্য মডেল দিয়ে উত্তর দিন",
  lockHint: "প্ল্যান দেখতে তালায় চাপ দিন।",
  lockedName: "তালাবদ্ধ: প্ল্যান দেখায়",
  ownKey: "নিজের API কী",
  goodAt: {
    flagship: "সবচেয়ে সক্ষম, কঠিন প্রশ্নের জন্য",
    everyday: "প্রতিদিনের জন্য, প্রায় সবকিছুতে ভালো",
    quick: "দ্রুত ও সস্তা, সহজ কাজের জন্য",
    reasoning: "যুক্তি ও গণিতের দীর্ঘ ধাপ",
    long: "খুব দীর্ঘ লেখা ও নির্ভুল নির্দেশ",
    legacy: "আগের প্রজন্ম",
    oldLogic: "আগের প্রজন্ম, যুক্তি ও কোডের জন্য",
    cheapLogic: "যুক্তি ও কোড, কম দামে",
    pictures: "ছবি তৈরি করে",
    voice: "কথা বলে ও শোনে",
  },
  priceLevel: (level: number) => `দাম: ৪-এর মধ্যে ${number(level)}`,
  abilities: {
    sees: "ছবি দেখে",
    thinks: "উত্তর দেওয়ার আগে ভাবে",
    tools: "টুল ব্যবহার করে",
    long: "খুব দীর্ঘ লেখা পড়ে",
    searches: "ওয়েবে খোঁজে",
  },
  leaves: (day: string) => `${day} তারিখে বন্ধ হবে`,
  followedBy: (model: string) => `${model} চালিয়ে যাবে`,
  noneFound: "এমন মডেল নেই। অন্য শব্দ দিন, যেমন দ্রুত বা ছবি।",
}
