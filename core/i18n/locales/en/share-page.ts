import type { Texts } from "../../texts.ts"

export const en: Texts["share-page"] = {
  shared: (product: string) => `${product} · shared conversation`,
  untitled: "Conversation",
  until: (day: string) => `available until ${day}`,
  question: "Question",
  answer: "Answer",
  written: "Written by artificial intelligence. Check what matters.",
  continueIn: (product: string) => `Continue in ${product}`,
  report: "Report",
  reportWhy: "What is wrong with it? Tell us here if you like.",
  reportSend: "Send report",
  reported: "Thank you for telling us. We will look at this page.",
  page: (number: number, of: number) => `Page ${number} of ${of}`,
  next: "Keep reading",
  previous: "Previous page",
  missing: "This link does not exist or has been deleted.",
  unreadable: "This chat cannot be read right now. Try again in a little while.",
  expired: "This link has expired.",
  removed: "This link has been taken down.",
  hidden: "This page has been reported and is waiting for a review.",
}
