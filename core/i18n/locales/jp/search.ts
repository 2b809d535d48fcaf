import type { Texts } from "../../texts.ts"

export const jp: Texts["search"] = {
  title: "履歴を検索",
  field: "チャットを検索",
  placeholder: "検索する言葉を入力",
  clear: "検索をクリア",
  loading: "読み込み中…",
  hint: "このデバイスのすべてのメッセージから探します。少しの打ち間違いがあっても見つかります。",
  count: (count: number) => `${count}件見つかりました`,
  countSoFar: (count: number) => `今のところ${count}件…`,
  similar: "完全に一致するものはありません。似たものを表示しています。",
  noResult: "見つかりませんでした",
  noResultHint: "言葉を減らすか、別の言葉でお試しください。",
  noData: "データなし：検索できるメッセージがまだありません。",
  failed: "今は検索できません。続けて入力すると、もう一度試します。",
  results: "検索結果",
  inTitle: "チャットのタイトル",
  untitled: "新しいチャット",
  view: "見る",
  page: (at: number, of: number) => `${of}ページ中${at}ページ目`,
  previous: "前のページ",
  next: "次のページ",
}
