import type { Texts } from "../../texts.ts"

export const ko: Texts["queue"] = {
  queued: "신호가 잡히면 전송돼요",
  cancel: "전송 취소",
  old: "이 메시지는 23시간 넘게 기다리고 있어요. 지금 보낼까요?",
  dearer: (now: string, then: string) => `지금 보내는 가격은 ≈\u00a0${now}, 작성할 때 가격은 ≈\u00a0${then}.`,
  sendNow: "지금 보내기",
}
