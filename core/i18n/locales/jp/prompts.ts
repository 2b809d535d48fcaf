import type { Texts } from "../../texts.ts"

export const jp: Texts["prompts"] = {
  title: "プロンプト",
  search: "プロンプトを検索",
  count: (own: number, builtin: number) => `自作${own}件、標準${builtin}件`,
  found: (count: number) => (count === 0 ? "プロンプトが見つかりません" : `${count}件のプロンプトが見つかりました`),
  add: "新しいプロンプト",
  edit: "プロンプトを編集",
  read: "標準プロンプト",
  editOne: (title: string) => `「${title}」を編集`,
  readOne: (title: string) => `「${title}」を見る`,
  deleteOne: (title: string) => `「${title}」を削除`,
  deleted: "プロンプトを削除しました",
  name: "タイトル",
  content: "本文",
  otherEdition: "同時に別の場所で書かれた別の版",
  useEdition: "この版を使う",
  placesHint: "毎回変わる部分は[角かっこ]で囲みます。プロンプトを選ぶと、そこにカーソルが止まります。",
  readOnly: "標準プロンプトは変更できません。コピーを作ると、自分用に編集できます。",
  copy: "コピーを作る",
  save: "保存",
  saveFailed: "保存できませんでした。デバイスに空きがあるか確認してください。",
}
