import type { Texts } from "../../texts.ts"

export const vi: Texts["share-page"] = {
  shared: (product: string) => `${product} · cuộc trò chuyện được chia sẻ`,
  untitled: "Cuộc trò chuyện",
  until: (day: string) => `xem được đến ${day}`,
  question: "Câu hỏi",
  answer: "Câu trả lời",
  written: "Do trí tuệ nhân tạo viết. Hãy kiểm tra những điều quan trọng.",
  continueIn: (product: string) => `Tiếp tục trong ${product}`,
  report: "Báo cáo",
  reportWhy: "Trang này có vấn đề gì? Nếu muốn, hãy viết ở đây.",
  reportSend: "Gửi báo cáo",
  reported: "Cảm ơn bạn đã báo. Chúng tôi sẽ xem trang này.",
  page: (number: number, of: number) => `Trang ${number} trên ${of}`,
  next: "Đọc tiếp",
  previous: "Trang trước",
  missing: "Liên kết này không tồn tại hoặc đã bị xóa.",
  unreadable: "Hiện không đọc được cuộc trò chuyện này. Hãy thử lại sau ít phút.",
  expired: "Liên kết này đã hết hạn.",
  removed: "Liên kết này đã bị gỡ.",
  hidden: "Trang này đã bị báo cáo và đang chờ xem xét.",
}
