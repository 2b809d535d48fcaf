import type { Texts } from "../../texts.ts"

export const en: Texts["attachments"] = {
  attachments: "Attachments",
  removeAttachment: (name: string) => `Remove ${name}`,
  viewImage: (name: string) => `View ${name}`,
  attached: (count: number) => (count === 1 ? "1 attachment ready" : `${count} attachments ready`),
  dropTitle: "Drop to attach",
  dropText: "Images, PDFs and text files. They are read here, in your browser.",
  leftOut: (count: number, limit: string) => `${count} files were left out: a message takes ${limit} attachments.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} is too large. The limit is ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} was left out: a message takes ${limit} attachments.`,
    unsupported: (name: string) =>
      `${name} cannot be read here. Images (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDFs and text files (TXT, CSV, Markdown, code) work. Word or Excel? Save it as PDF or CSV first.`,
    empty: (name: string) => `${name} is empty.`,
    folder: (name: string) => `${name} is a folder. Drag the files inside it.`,
    unreadable: (name: string) =>
      `${name} could not be read. Check that the file still exists and that the device has room.`,
    "broken-image": (name: string) => `The image ${name} could not be opened. It may be damaged.`,
    "broken-pdf": (name: string) => `The PDF ${name} could not be opened. It may be damaged.`,
    "locked-pdf": (name: string) => `${name} is protected by a password. Save a copy without it and attach that.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) is scanned: it holds photos of pages and no text. Attach the pages as images, or a PDF with text.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} does not see images. Your image stays here.`
      : `${model} does not see images. Your ${count} images stay here.`,
  unseenEarlier: (model: string) => `${model} does not see the images of this chat; it only knows that they exist.`,
  useModel: (model: string) => `Use ${model}`,
  keepUnseen: (model: string) => `Go on with ${model}`,
  keptUnseen: (model: string) => `${model} will get the text and know that there are images, without seeing them.`,
}
