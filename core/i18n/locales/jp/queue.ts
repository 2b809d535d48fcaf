import type { Texts } from "../../texts.ts"

export const jp: Texts["queue"] = {
  queued: "電波が戻ったら送信します",
  cancel: "送信を取り消す",
  old: "このメッセージは23時間以上待っています。今すぐ送信しますか？",
  dearer: (now: string, then: string) => `今送信すると≈\u00a0${now}です。書いたときは≈\u00a0${then}でした。`,
  sendNow: "今すぐ送信",
}
