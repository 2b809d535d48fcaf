import type { Texts } from "../../texts.ts"

export const vi: Texts["money"] = {
  short: (needed: string) => `Số dư không đủ: tin nhắn này cần giữ ${needed}.`,
  fits: (model: string) => `Với ${model} thì đủ.`,
  cheaper: "Hãy rút ngắn cuộc trò chuyện hoặc chọn mô hình rẻ hơn.",
  inUse: (held: string, available: string, needed: string) =>
    `Trong số dư của bạn, ${held} đang được giữ cho các câu trả lời còn đang tạo. Còn lại ${available}, còn tin nhắn này cần giữ ${needed}. Hãy đợi một câu trả lời kết thúc rồi thử lại.`,
  searchesInUse: (searches: string) =>
    `Các lượt tìm kiếm trên web còn lại của bạn (${searches}) đang được giữ cho các câu trả lời còn đang tạo. Hãy đợi một câu trả lời kết thúc, hoặc tắt tìm kiếm.`,
  frozen: "Số dư không đủ: mã này đã bị khóa. Hãy liên hệ bộ phận hỗ trợ.",
  overdrawn: (missing: string) =>
    `Số dư không đủ: một khoản thanh toán đã bị hoàn lại và còn thiếu ${missing} để bù. Hãy nạp thêm hoặc liên hệ bộ phận hỗ trợ.`,
  frozenMeanwhile:
    "Mã này bị khóa giữa chừng. Phần đã nhận được lưu ở đây, và bạn chỉ trả tiền cho tin nhắn và phần đó. Hãy liên hệ bộ phận hỗ trợ.",
}
