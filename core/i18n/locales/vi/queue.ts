import type { Texts } from "../../texts.ts"

export const vi: Texts["queue"] = {
  queued: "Sẽ được gửi khi có tín hiệu",
  cancel: "Hủy gửi",
  old: "Tin nhắn này đã chờ hơn 23 giờ. Gửi ngay bây giờ chứ?",
  dearer: (now: string, then: string) => `Gửi bây giờ tốn ≈\u00a0${now}; lúc bạn viết là ≈\u00a0${then}.`,
  sendNow: "Gửi ngay",
}
