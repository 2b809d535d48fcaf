import type { Texts } from "../../texts.ts"

export const cn: Texts["prompts"] = {
  title: "提示词",
  search: "搜索提示词",
  count: (own: number, builtin: number) => `自建 ${own} 条，内置 ${builtin} 条`,
  found: (count: number) => (count === 0 ? "没有找到提示词" : `找到 ${count} 条提示词`),
  add: "新提示词",
  edit: "编辑提示词",
  read: "内置提示词",
  editOne: (title: string) => `编辑“${title}”`,
  readOne: (title: string) => `查看“${title}”`,
  deleteOne: (title: string) => `删除“${title}”`,
  deleted: "提示词已删除",
  name: "标题",
  content: "内容",
  otherEdition: "另一版本，同时在别处写下",
  useEdition: "使用此版本",
  placesHint: "每次会变的部分用 [方括号] 括起来：选用这条提示词时，光标会停在那里。",
  readOnly: "内置提示词不能修改。复制一份，就有你自己的版本。",
  copy: "复制一份",
  save: "保存",
  saveFailed: "无法保存。请检查设备是否还有空间。",
}
