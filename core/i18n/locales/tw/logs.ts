import type { Texts } from "../../texts.ts"

export const tw: Texts["logs"] = {
  intro: "這個瀏覽器向模型發出的請求，最新的在最前面。它們只留在這台裝置上，不含對話內容。",
  openStatement: "查看帳務明細",
  clear: "清除紀錄",
  confirmClear: "要清除這個瀏覽器的紀錄嗎？對話和帳務明細不受影響。",
  empty: "還沒有請求。問個問題，就會出現在這裡。",
  title: "標題",
  summary: "摘要",
  tokens: (input: string, output: string) => `送出 ${input} token，收到 ${output} token`,
  seconds: (seconds: string) => `${seconds} 秒`,
  failed: "沒有回答",
}
