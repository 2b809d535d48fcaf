import type { Texts } from "../../texts.ts"

export const tw: Texts["attachments"] = {
  attachments: "附件",
  removeAttachment: (name: string) => `移除 ${name}`,
  viewImage: (name: string) => `查看 ${name}`,
  attached: (count: number) => `${count} 個附件已就緒`,
  dropTitle: "放開即可附加",
  dropText: "圖片、PDF 和文字檔。它們就在你的瀏覽器裡讀取。",
  leftOut: (count: number, limit: string) => `有 ${count} 個檔案沒有加入：每則訊息最多 ${limit} 個附件。`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} 太大了。上限是 ${limit}。`,
    "too-many": (name: string, limit: string) => `${name} 沒有加入：每則訊息最多 ${limit} 個附件。`,
    unsupported: (name: string) =>
      `這裡無法讀取 ${name}。支援圖片（JPEG、PNG、WebP、GIF、AVIF、HEIC）、PDF 和文字檔（TXT、CSV、Markdown、程式碼）。Word 或 Excel 檔案請先匯出成 PDF 或 CSV。`,
    empty: (name: string) => `${name} 是空的。`,
    folder: (name: string) => `${name} 是資料夾。請拖入其中的檔案。`,
    unreadable: (name: string) => `無法讀取 ${name}。請檢查檔案是否還在，以及裝置是否還有空間。`,
    "broken-image": (name: string) => `無法開啟圖片 ${name}。它可能已損毀。`,
    "broken-pdf": (name: string) => `無法開啟 PDF ${name}。它可能已損毀。`,
    "locked-pdf": (name: string) => `${name} 有密碼保護。請另存一份沒有密碼的副本，再附加一次。`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name}（${pages}）是掃描檔：只有頁面照片，沒有文字。請把各頁當成圖片附加，或使用含文字的 PDF。`,
  },
  unseen: (model: string, count: number) =>
    count === 1 ? `${model} 無法檢視圖片。你的圖片還在這裡。` : `${model} 無法檢視圖片。你的 ${count} 張圖片還在這裡。`,
  unseenEarlier: (model: string) => `${model} 看不到這個對話裡的圖片，只知道有圖片。`,
  useModel: (model: string) => `使用 ${model}`,
  keepUnseen: (model: string) => `繼續用 ${model}`,
  keptUnseen: (model: string) => `${model} 會收到文字，也知道有圖片，但看不到圖片內容。`,
}
