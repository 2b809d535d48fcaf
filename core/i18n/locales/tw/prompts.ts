import type { Texts } from "../../texts.ts"

export const tw: Texts["prompts"] = {
  title: "提示詞",
  search: "搜尋提示詞",
  count: (own: number, builtin: number) => `自訂 ${own} 則，內建 ${builtin} 則`,
  found: (count: number) => (count === 0 ? "沒有找到提示詞" : `找到 ${count} 則提示詞`),
  add: "新增提示詞",
  edit: "編輯提示詞",
  read: "內建提示詞",
  editOne: (title: string) => `編輯「${title}」`,
  readOne: (title: string) => `查看「${title}」`,
  deleteOne: (title: string) => `刪除「${title}」`,
  deleted: "提示詞已刪除",
  name: "標題",
  content: "內容",
  otherEdition: "另一版本，同時在別處寫下",
  useEdition: "使用此版本",
  placesHint: "每次會變的部分用 [方括號] 括起來：選用這則提示詞時，游標會停在那裡。",
  readOnly: "內建提示詞不能修改。複製一份，就有你自己的版本。",
  copy: "複製一份",
  save: "儲存",
  saveFailed: "無法儲存。請檢查裝置是否還有空間。",
}
