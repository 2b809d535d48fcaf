import type { Texts } from "../../texts.ts"

export const jp: Texts["attachments"] = {
  attachments: "添付ファイル",
  removeAttachment: (name: string) => `${name}を外す`,
  viewImage: (name: string) => `${name}を見る`,
  attached: (count: number) => `添付${count}件の準備ができました`,
  dropTitle: "ドロップして添付",
  dropText: "画像、PDF、テキストファイル。このブラウザーの中で読み込みます。",
  leftOut: (count: number, limit: string) =>
    `${count}個のファイルは添付できませんでした。1件のメッセージに添付できるのは${limit}個までです。`,
  refused: {
    "too-large": (name: string, limit: string) => `${name}は大きすぎます。上限は${limit}です。`,
    "too-many": (name: string, limit: string) =>
      `${name}は添付できませんでした。1件のメッセージに添付できるのは${limit}個までです。`,
    unsupported: (name: string) =>
      `${name}はここでは読めません。画像（JPEG、PNG、WebP、GIF、AVIF、HEIC）、PDF、テキストファイル（TXT、CSV、Markdown、コード）が使えます。WordやExcelは、PDFかCSVに書き出してください。`,
    empty: (name: string) => `${name}は空です。`,
    folder: (name: string) => `${name}はフォルダーです。中のファイルをドラッグしてください。`,
    unreadable: (name: string) =>
      `${name}を読み込めませんでした。ファイルがまだあるか、デバイスに空きがあるかを確認してください。`,
    "broken-image": (name: string) => `画像「${name}」を開けませんでした。壊れている可能性があります。`,
    "broken-pdf": (name: string) => `PDF「${name}」を開けませんでした。壊れている可能性があります。`,
    "locked-pdf": (name: string) =>
      `${name}はパスワードで保護されています。パスワードなしのコピーを保存して、もう一度添付してください。`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name}（${pages}）はスキャンしたもので、ページの写真だけで文字がありません。ページを画像として添付するか、文字のあるPDFを使ってください。`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model}は画像に対応していません。画像はここに残っています。`
      : `${model}は画像に対応していません。${count}枚の画像はここに残っています。`,
  unseenEarlier: (model: string) => `${model}は、このチャットの画像を見られません。画像があることしか分かりません。`,
  useModel: (model: string) => `${model}を使う`,
  keepUnseen: (model: string) => `${model}のまま続ける`,
  keptUnseen: (model: string) => `${model}には文章と、画像があることだけが伝わります。画像の中身は見えません。`,
}
