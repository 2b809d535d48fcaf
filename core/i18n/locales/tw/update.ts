import type { Texts } from "../../texts.ts"

export const tw: Texts["update"] = {
  error504: "伺服器忙碌中（504）。請過幾秒再試。",
  error502: "閘道錯誤（502）。請過幾秒再試。",
  error503: "服務暫時無法使用（503）。請過幾秒再試。",
  notJson: (contentType: string) => `檢查更新時發生錯誤：回傳的內容不是有效的 JSON（${contentType}）`,
  failed: (status: string) => `檢查更新時發生錯誤：取得 commit/tag 失敗 ${status}`,
}
