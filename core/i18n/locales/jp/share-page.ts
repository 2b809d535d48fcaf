import type { Texts } from "../../texts.ts"

export const jp: Texts["share-page"] = {
  shared: (product: string) => `${product} · 共有されたチャット`,
  untitled: "チャット",
  until: (day: string) => `${day}まで公開`,
  question: "質問",
  answer: "回答",
  written: "AIが書いたものです。大事なことは確認してください。",
  continueIn: (product: string) => `${product}で続ける`,
  report: "報告",
  reportWhy: "どこに問題がありますか。よければ書いてください。",
  reportSend: "報告を送る",
  reported: "お知らせありがとうございます。このページを確認します。",
  page: (number: number, of: number) => `${of}ページ中${number}ページ`,
  next: "続きを読む",
  previous: "前のページ",
  missing: "このリンクは存在しないか、削除されました。",
  unreadable: "このチャットは今読めません。しばらくしてからもう一度お試しください。",
  expired: "このリンクの期限が切れました。",
  removed: "このリンクは公開を停止しました。",
  hidden: "このページは報告を受け、確認待ちです。",
}
