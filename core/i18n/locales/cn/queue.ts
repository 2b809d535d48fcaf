import type { Texts } from "../../texts.ts"

export const cn: Texts["queue"] = {
  queued: "有信号时将自动发送",
  cancel: "取消发送",
  old: "这条消息已等待超过 23 小时。现在发送吗？",
  dearer: (now: string, then: string) => `现在发送要 ≈\u00a0${now}；写下时是 ≈\u00a0${then}。`,
  sendNow: "立即发送",
}
