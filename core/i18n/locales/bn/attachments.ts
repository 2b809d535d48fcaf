import type { Texts } from "../../texts.ts"

/** A number in Bengali digits: ১,২৩৪. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("bn")

export const bn: Texts["attachments"] = {
  attachments: "সংযুক্তি",
  removeAttachment: (name: string) => `${name} সরান`,
  viewImage: (name: string) => `${name} দেখুন`,
  attached: (count: number) => `${number(count)}টি সংযুক্তি প্রস্তুত`,
  dropTitle: "সংযুক্ত করতে এখানে ছাড়ুন",
  dropText: "ছবি, PDF ও টেক্সট ফাইল। এগুলো এখানে, আপনার ব্রাউজারেই পড়া হয়।",
  leftOut: (count: number, limit: string) => `${number(count)}টি ফাইল বাদ পড়েছে: প্রতি বার্তায় ${limit}টি সংযুক্তি দেওয়া যায়।`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} খুব বেশি বড়। সীমা ${limit}।`,
    "too-many": (name: string, limit: string) => `${name} বাদ পড়েছে: প্রতি বার্তায় ${limit}টি সংযুক্তি দেওয়া যায়।`,
    unsupported: (name: string) =>
      `${name} এখানে পড়া যায় না। ছবি (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF ও টেক্সট ফাইল (TXT, CSV, Markdown, কোড) চলে। Word বা Excel হলে PDF বা CSV হিসেবে এক্সপোর্ট করুন।`,
    empty: (name: string) => `${name} খালি।`,
    folder: (name: string) => `${name} একটি ফোল্ডার। এর ভেতরের ফাইলগুলো টেনে আনুন।`,
    unreadable: (name: string) => `${name} পড়া যায়নি। ফাইলটি এখনও আছে কি না এবং ডিভাইসে জায়গা আছে কি না দেখে নিন।`,
    "broken-image": (name: string) => `${name} ছবিটি খোলা যায়নি। এটি নষ্ট হয়ে থাকতে পারে।`,
    "broken-pdf": (name: string) => `${name} PDF-টি খোলা যায়নি। এটি নষ্ট হয়ে থাকতে পারে।`,
    "locked-pdf": (name: string) => `${name} পাসওয়ার্ড দিয়ে সুরক্ষিত। পাসওয়ার্ড ছাড়া একটি কপি সংরক্ষণ করে আবার সংযুক্ত করুন।`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) স্ক্যান করা: এতে পৃষ্ঠার ছবি আছে, লেখা নেই। পৃষ্ঠাগুলো ছবি হিসেবে দিন, অথবা লেখাসহ একটি PDF দিন।`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} ছবি দেখতে পায় না। আপনার ছবিটি এখানেই আছে।`
      : `${model} ছবি দেখতে পায় না। আপনার ${number(count)}টি ছবি এখানেই আছে।`,
  unseenEarlier: (model: string) => `${model} এই কথোপকথনের ছবিগুলো দেখতে পায় না, শুধু জানে যে ছবি আছে।`,
  useModel: (model: string) => `${model} ব্যবহার করুন`,
  keepUnseen: (model: string) => `${model} দিয়েই চালিয়ে যান`,
  keptUnseen: (model: string) => `${model} লেখাটি পাবে এবং জানবে যে ছবি আছে, কিন্তু ছবিতে কী আছে তা দেখবে না।`,
}
