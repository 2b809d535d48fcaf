import type { Texts } from "../../texts.ts"

export const tw: Texts["queue"] = {
  queued: "有訊號時會自動傳送",
  cancel: "取消傳送",
  old: "這則訊息已等待超過 23 小時。要現在傳送嗎？",
  dearer: (now: string, then: string) => `現在傳送要 ≈\u00a0${now}；寫下時是 ≈\u00a0${then}。`,
  sendNow: "立即傳送",
}
