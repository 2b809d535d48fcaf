import type { Texts } from "../../texts.ts"

export const tw: Texts["share-page"] = {
  shared: (product: string) => `${product} · 分享的對話`,
  untitled: "對話",
  until: (day: string) => `有效至 ${day}`,
  question: "問題",
  answer: "回答",
  written: "由人工智慧撰寫，重要內容請自行查證。",
  continueIn: (product: string) => `在 ${product} 中繼續`,
  report: "檢舉",
  reportWhy: "這個頁面有什麼問題？願意的話請寫在這裡。",
  reportSend: "送出檢舉",
  reported: "謝謝你的回報，我們會查看這個頁面。",
  page: (number: number, of: number) => `第 ${number} 頁，共 ${of} 頁`,
  next: "繼續閱讀",
  previous: "上一頁",
  missing: "這個連結不存在，或已被刪除。",
  unreadable: "現在無法讀取此對話。請稍後再試。",
  expired: "這個連結已過期。",
  removed: "這個連結已下架。",
  hidden: "這個頁面被檢舉，正在等待審查。",
}
