import type { Texts } from "../../texts.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["prompts"] = {
  title: "Lời nhắc",
  search: "Tìm lời nhắc",
  count: (own: number, builtin: number) => `${number(own)} của bạn, ${number(builtin)} có sẵn`,
  found: (count: number) => (count === 0 ? "Không tìm thấy lời nhắc nào" : `Tìm thấy ${number(count)} lời nhắc`),
  add: "Lời nhắc mới",
  edit: "Sửa lời nhắc",
  read: "Lời nhắc có sẵn",
  editOne: (title: string) => `Sửa “${title}”`,
  readOne: (title: string) => `Xem “${title}”`,
  deleteOne: (title: string) => `Xóa “${title}”`,
  deleted: "Đã xóa lời nhắc",
  name: "Tiêu đề",
  content: "Nội dung",
  otherEdition: "Bản khác, được viết cùng lúc ở nơi khác",
  useEdition: "Dùng bản này",
  placesHint: "Dùng [ngoặc vuông] cho phần thay đổi mỗi lần: con trỏ sẽ dừng ở đó khi bạn chọn lời nhắc.",
  readOnly: "Không sửa được lời nhắc có sẵn. Hãy tạo một bản sao để có phiên bản của riêng bạn.",
  copy: "Tạo bản sao",
  save: "Lưu",
  saveFailed: "Không lưu được. Hãy kiểm tra xem thiết bị còn dung lượng không.",
}
