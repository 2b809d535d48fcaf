import type { Texts } from "../../texts.ts"

export const cn: Texts["share-page"] = {
  shared: (product: string) => `${product} · 分享的对话`,
  untitled: "对话",
  until: (day: string) => `有效期至 ${day}`,
  question: "问题",
  answer: "回答",
  written: "由人工智能撰写，重要内容请自行核实。",
  continueIn: (product: string) => `在 ${product} 中继续`,
  report: "举报",
  reportWhy: "这个页面有什么问题？愿意的话请写在这里。",
  reportSend: "提交举报",
  reported: "感谢告知，我们会查看这个页面。",
  page: (number: number, of: number) => `第 ${number} 页，共 ${of} 页`,
  next: "继续阅读",
  previous: "上一页",
  missing: "这个链接不存在，或已被删除。",
  unreadable: "现在无法读取此对话。请稍后再试。",
  expired: "这个链接已过期。",
  removed: "这个链接已下线。",
  hidden: "这个页面被举报，正在等待审核。",
}
