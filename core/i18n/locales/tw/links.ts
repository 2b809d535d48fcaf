import type { Texts } from "../../texts.ts"

export const tw: Texts["links"] = {
  question: "你開啟的連結想在這台裝置上變更以下內容：",
  questionWithAddress: "你開啟的連結想在這台裝置上變更以下內容。之後你的對話會經過這個網址：信任傳連結給你的人才接受。",
  apply: "套用",
  key: "你的 OpenAI 金鑰",
  keyThere: "這裡既有的金鑰，將傳送到這個網址",
  address: "OpenAI 網址",
  applied: "設定已套用",
  off: "本站不接受透過連結變更設定。你可以在「設定」中自行輸入。",
}
