import type { Texts } from "../../texts.ts"

export const vi: Texts["offline"] = {
  newVersion: "Đã có phiên bản mới",
  update: "Cập nhật",
  updateLoses:
    "Trang sẽ tải lại, và những gì chỉ có trong thẻ này sẽ mất: cuộc trò chuyện tạm thời và những gì không lưu được.",
  app: "Ứng dụng",
  appHint: "Khi cài vào màn hình chính, ứng dụng mở trong cửa sổ riêng, kể cả khi không có mạng.",
  install: "Cài đặt",
  installed: "Đã được cài trên thiết bị này.",
  installOnIos: "Để cài, hãy chạm Chia sẻ rồi chọn “Thêm vào MH chính”.",
  installByMenu: "Để cài, hãy mở menu của trình duyệt rồi chọn “Cài đặt” hoặc “Thêm vào màn hình chính”.",
  installOffer: "Bạn có muốn mở ứng dụng trò chuyện ngay từ màn hình chính, kể cả khi không có mạng?",
}
