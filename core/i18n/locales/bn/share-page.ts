import type { Texts } from "../../texts.ts"

export const bn: Texts["share-page"] = {
  shared: (product: string) => `${product} · শেয়ার করা কথোপকথন`,
  untitled: "কথোপকথন",
  until: (day: string) => `${day} পর্যন্ত পাওয়া যাবে`,
  question: "প্রশ্ন",
  answer: "উত্তর",
  written: "কৃত্রিম বুদ্ধিমত্তার লেখা। জরুরি বিষয় যাচাই করে নিন।",
  continueIn: (product: string) => `${product}-এ চালিয়ে যান`,
  report: "অভিযোগ করুন",
  reportWhy: "এতে কী সমস্যা? চাইলে এখানে লিখুন।",
  reportSend: "অভিযোগ পাঠান",
  reported: "জানানোর জন্য ধন্যবাদ। আমরা পৃষ্ঠাটি দেখব।",
  page: (number: number, of: number) => `${of}টির মধ্যে ${number} নম্বর পৃষ্ঠা`,
  next: "পড়া চালিয়ে যান",
  previous: "আগের পৃষ্ঠা",
  missing: "এই লিংক নেই, অথবা মুছে ফেলা হয়েছে।",
  unreadable: "এই কথোপকথন এখন পড়া যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।",
  expired: "এই লিংকের মেয়াদ শেষ।",
  removed: "এই লিংক সরিয়ে নেওয়া হয়েছে।",
  hidden: "এই পৃষ্ঠা নিয়ে অভিযোগ এসেছে, পর্যালোচনার অপেক্ষায় আছে।",
}
