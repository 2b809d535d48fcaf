import type { Texts } from "../../texts.ts"

export const cn: Texts["attachments"] = {
  attachments: "附件",
  removeAttachment: (name: string) => `移除 ${name}`,
  viewImage: (name: string) => `查看 ${name}`,
  attached: (count: number) => `${count} 个附件已就绪`,
  dropTitle: "松开即可添加",
  dropText: "图片、PDF 和文本文件。它们就在你的浏览器里读取。",
  leftOut: (count: number, limit: string) => `有 ${count} 个文件没有加入：每条消息最多 ${limit} 个附件。`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} 太大了。上限是 ${limit}。`,
    "too-many": (name: string, limit: string) => `${name} 没有加入：每条消息最多 ${limit} 个附件。`,
    unsupported: (name: string) =>
      `这里无法读取 ${name}。支持图片（JPEG、PNG、WebP、GIF、AVIF、HEIC）、PDF 和文本文件（TXT、CSV、Markdown、代码）。Word 或 Excel 文件请先导出为 PDF 或 CSV。`,
    empty: (name: string) => `${name} 是空的。`,
    folder: (name: string) => `${name} 是文件夹。请拖入其中的文件。`,
    unreadable: (name: string) => `无法读取 ${name}。请检查文件是否还在，以及设备是否还有空间。`,
    "broken-image": (name: string) => `无法打开图片 ${name}。它可能已损坏。`,
    "broken-pdf": (name: string) => `无法打开 PDF ${name}。它可能已损坏。`,
    "locked-pdf": (name: string) => `${name} 有密码保护。请另存一份不带密码的副本，再添加。`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name}（${pages}）是扫描件：只有页面照片，没有文字。请把各页作为图片添加，或使用带文字的 PDF。`,
  },
  unseen: (model: string, count: number) =>
    count === 1 ? `${model} 看不了图片。你的图片还在这里。` : `${model} 看不了图片。你的 ${count} 张图片还在这里。`,
  unseenEarlier: (model: string) => `${model} 看不到这个对话里的图片，只知道它们存在。`,
  useModel: (model: string) => `使用 ${model}`,
  keepUnseen: (model: string) => `继续用 ${model}`,
  keptUnseen: (model: string) => `${model} 会收到文字，也知道有图片，但看不到图片内容。`,
}
