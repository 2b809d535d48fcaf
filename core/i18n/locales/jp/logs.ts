import type { Texts } from "../../texts.ts"

export const jp: Texts["logs"] = {
  intro:
    "このブラウザーがモデルに送ったリクエストです。新しい順に並びます。このデバイスだけに残り、会話の本文は含みません。",
  openStatement: "利用明細を見る",
  clear: "ログを消去",
  confirmClear: "このブラウザーのログを消去しますか？チャットと利用明細はそのまま残ります。",
  empty: "まだリクエストはありません。質問すると、ここに表示されます。",
  title: "タイトル",
  summary: "要約",
  tokens: (input: string, output: string) => `送信${input}トークン、受信${output}トークン`,
  seconds: (seconds: string) => `${seconds}秒`,
  failed: "回答なし",
}
