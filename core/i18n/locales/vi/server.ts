import type { Texts } from "../../texts.ts"

export const vi: Texts["server"] = {
  title: "Địa chỉ máy chủ",
  hint: "Ứng dụng này trò chuyện qua một máy chủ. Người vận hành sẽ cho bạn biết địa chỉ.",
  connect: "Kết nối",
  connecting: "Đang tìm máy chủ…",
  noAddress: "Đây không phải là địa chỉ. Địa chỉ trông như https://chat.vidu.vn",
  notSecure: "Địa chỉ phải bắt đầu bằng https:// để không ai đọc được cuộc trò chuyện trên đường truyền.",
  noAnswer:
    "Không có máy chủ nào trả lời ở đó, hoặc máy chủ không chấp nhận ứng dụng này. Hãy kiểm tra địa chỉ hoặc hỏi người vận hành.",
  settingHint:
    "Nơi tin nhắn của bạn được trả lời. Đổi máy chủ sẽ xóa mã truy cập khỏi thiết bị này; các cuộc trò chuyện vẫn còn.",
}
