import type { Texts } from "../../texts.ts"

export const vi: Texts["links"] = {
  question: "Liên kết bạn vừa mở muốn thay đổi những điều sau trên thiết bị này:",
  questionWithAddress:
    "Liên kết bạn vừa mở muốn thay đổi những điều sau trên thiết bị này. Các cuộc trò chuyện của bạn sẽ đi qua địa chỉ này: chỉ chấp nhận nếu bạn tin người đã gửi liên kết.",
  apply: "Áp dụng",
  key: "Khóa OpenAI của bạn",
  keyThere: "Khóa đã có sẵn ở đây, được gửi đến địa chỉ này",
  address: "Địa chỉ OpenAI",
  applied: "Đã áp dụng cài đặt",
  off: "Trang này không nhận cài đặt qua liên kết. Bạn có thể nhập chúng trong Cài đặt.",
}
