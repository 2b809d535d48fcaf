import type { Texts } from "../../texts.ts"

export const jp: Texts["links"] = {
  question: "開いたリンクが、このデバイスの次の設定を変更しようとしています：",
  questionWithAddress:
    "開いたリンクが、このデバイスの次の設定を変更しようとしています。会話はこのURLを経由するようになります。リンクの送り主を信頼できる場合だけ許可してください。",
  apply: "適用",
  key: "OpenAIのキー",
  keyThere: "すでにあるキー（このURLに送られます）",
  address: "OpenAIのURL",
  applied: "設定を適用しました",
  off: "このサイトでは、リンクからの設定を受け付けていません。「設定」で入力できます。",
}
