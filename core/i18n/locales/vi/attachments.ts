import type { Texts } from "../../texts.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["attachments"] = {
  attachments: "Tệp đính kèm",
  removeAttachment: (name: string) => `Gỡ ${name}`,
  viewImage: (name: string) => `Xem ${name}`,
  attached: (count: number) => `${number(count)} tệp đính kèm đã sẵn sàng`,
  dropTitle: "Thả để đính kèm",
  dropText: "Hình ảnh, PDF và tệp văn bản. Chúng được đọc ngay trong trình duyệt của bạn.",
  leftOut: (count: number, limit: string) =>
    `${count} tệp không được đính kèm: mỗi tin nhắn chỉ có tối đa ${limit} tệp.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} quá lớn. Giới hạn là ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `${name} không được đính kèm: mỗi tin nhắn chỉ có tối đa ${limit} tệp.`,
    unsupported: (name: string) =>
      `Không đọc được ${name} ở đây. Có thể dùng hình ảnh (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF và tệp văn bản (TXT, CSV, Markdown, mã nguồn). Với Word hoặc Excel, hãy xuất ra PDF hoặc CSV.`,
    empty: (name: string) => `${name} là tệp trống.`,
    folder: (name: string) => `${name} là một thư mục. Hãy kéo các tệp bên trong vào đây.`,
    unreadable: (name: string) =>
      `Không đọc được ${name}. Hãy kiểm tra xem tệp còn tồn tại và thiết bị còn dung lượng không.`,
    "broken-image": (name: string) => `Không mở được hình ảnh ${name}. Có thể tệp đã hỏng.`,
    "broken-pdf": (name: string) => `Không mở được tệp PDF ${name}. Có thể tệp đã hỏng.`,
    "locked-pdf": (name: string) =>
      `${name} được bảo vệ bằng mật khẩu. Hãy lưu một bản sao không có mật khẩu rồi đính kèm lại.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) là bản quét: chỉ có ảnh chụp các trang, không có văn bản. Hãy đính kèm các trang dưới dạng hình ảnh, hoặc một tệp PDF có văn bản.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} không xem được hình ảnh. Hình ảnh của bạn vẫn ở đây.`
      : `${model} không xem được hình ảnh. ${number(count)} hình ảnh của bạn vẫn ở đây.`,
  unseenEarlier: (model: string) =>
    `${model} không xem được các hình ảnh trong cuộc trò chuyện này, chỉ biết là có hình ảnh.`,
  useModel: (model: string) => `Dùng ${model}`,
  keepUnseen: (model: string) => `Tiếp tục với ${model}`,
  keptUnseen: (model: string) => `${model} sẽ nhận văn bản và biết là có hình ảnh, nhưng không xem được nội dung hình.`,
}
