import type { Texts } from "../../texts.ts"

export const cn: Texts["logs"] = {
  intro: "这个浏览器向模型发出的请求，最新的在前。它们只留在这台设备上，不包含对话内容。",
  openStatement: "查看账单明细",
  clear: "清空日志",
  confirmClear: "要清空这个浏览器的日志吗？对话和账单明细不受影响。",
  empty: "还没有请求。提一个问题，就会出现在这里。",
  title: "标题",
  summary: "摘要",
  tokens: (input: string, output: string) => `发送 ${input} token，接收 ${output} token`,
  seconds: (seconds: string) => `${seconds} 秒`,
  failed: "没有回答",
}
