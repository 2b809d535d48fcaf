import type { Texts } from "../../../texts.ts"

export const tw: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "這個頁面發生錯誤，停止運作了。你的對話仍保存在這台裝置上：重新載入就能回來。",
  details: "錯誤詳細資訊",
  reload: "重新載入頁面",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode: "如果錯誤再次發生，請在「設定」（左下角的按鈕）中檢查存取碼，或通知客服。",
  saveFailed: "副本沒能儲存，所以什麼都沒有清除。",
  screen: (error: string) => `這個畫面發生錯誤（${error}）。頁面的其他部分照常運作。`,
  retry: "再試一次",
}
