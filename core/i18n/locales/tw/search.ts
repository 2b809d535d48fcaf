import type { Texts } from "../../texts.ts"

export const tw: Texts["search"] = {
  title: "搜尋歷史紀錄",
  field: "在對話中搜尋",
  placeholder: "輸入要搜尋的字詞",
  clear: "清除搜尋",
  loading: "載入中…",
  hint: "在這台裝置的所有訊息中尋找，打錯一兩個字也找得到。",
  count: (count: number) => `找到 ${count} 筆結果`,
  countSoFar: (count: number) => `目前 ${count} 筆結果…`,
  similar: "沒有完全相符的內容，以下是相近的。",
  noResult: "沒有找到結果",
  noResultHint: "試試少用幾個詞，或換個說法。",
  noData: "沒有資料：還沒有可以搜尋的訊息。",
  failed: "現在無法搜尋。繼續輸入會再試一次。",
  results: "結果",
  inTitle: "對話標題",
  untitled: "新對話",
  view: "查看",
  page: (at: number, of: number) => `第 ${at} 頁，共 ${of} 頁`,
  previous: "上一頁",
  next: "下一頁",
}
