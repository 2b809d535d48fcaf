import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

/** A number in Bengali digits: ১,২৩৪. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("bn")

export const bn: Texts["receipt"] = {
  input: (tokens: string) => `প্রশ্ন ও ইতিহাস · ${tokens} টোকেন`,
  cached: (tokens: string) => `প্রদানকারীর ক্যাশ থেকে · ${tokens} টোকেন`,
  output: (tokens: string) => `উত্তর · ${tokens} টোকেন`,
  reasoning: (tokens: string) => `এর মধ্যে যুক্তিবিচারে ${tokens}`,
  search: (calls: number) => `ওয়েব অনুসন্ধান · ${number(calls)} বার`,
  pieces,
  fromPackage: "প্যাকেজ থেকে",
  total: "মোট",
  rounds: (count: number) => `${count} দফা`,
  estimated: "প্রদানকারী টোকেনের সংখ্যা জানায়নি; সেগুলো এখানে গোনা হয়েছে।",
}
