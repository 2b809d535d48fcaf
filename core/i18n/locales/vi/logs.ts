import type { Texts } from "../../texts.ts"

export const vi: Texts["logs"] = {
  intro:
    "Các yêu cầu trình duyệt này đã gửi đến mô hình, mới nhất trước. Chúng chỉ nằm trên thiết bị này và không chứa nội dung trò chuyện.",
  openStatement: "Xem sao kê",
  clear: "Xóa nhật ký",
  confirmClear: "Xóa nhật ký của trình duyệt này? Các cuộc trò chuyện và sao kê vẫn giữ nguyên.",
  empty: "Chưa có yêu cầu nào. Hãy đặt một câu hỏi và nó sẽ xuất hiện ở đây.",
  title: "tiêu đề",
  summary: "tóm tắt",
  tokens: (input: string, output: string) => `gửi ${input} token, nhận ${output} token`,
  seconds: (seconds: string) => `${seconds} giây`,
  failed: "Không có câu trả lời",
}
