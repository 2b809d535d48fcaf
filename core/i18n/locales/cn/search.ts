import type { Texts } from "../../texts.ts"

export const cn: Texts["search"] = {
  title: "搜索历史记录",
  field: "在对话中搜索",
  placeholder: "输入要搜索的词",
  clear: "清空搜索",
  loading: "加载中…",
  hint: "在这台设备的所有消息中查找，打错一两个字也能找到。",
  count: (count: number) => `找到 ${count} 条结果`,
  countSoFar: (count: number) => `目前 ${count} 条结果…`,
  similar: "没有完全匹配的内容，以下是相近的。",
  noResult: "没有找到结果",
  noResultHint: "试试少用几个词，或换个说法。",
  noData: "暂无数据：还没有可以搜索的消息。",
  failed: "现在无法搜索。继续输入会再试一次。",
  results: "结果",
  inTitle: "对话标题",
  untitled: "新对话",
  view: "查看",
  page: (at: number, of: number) => `第 ${at} 页，共 ${of} 页`,
  previous: "上一页",
  next: "下一页",
}
