import type { Texts } from "../../texts.ts"

export const vi: Texts["model-list"] = {
  reasoningColumn: "Suy luận",
  speed: "Tốc độ",
  perMessage: "mỗi tin nhắn",
  reasoningRating: (rating: number) => `Suy luận: ${rating} trên 5`,
  speedRating: (rating: number) => `Tốc độ: ${rating} trên 5`,
  onlyPremium: "Chỉ khi có mã truy cập",
  ownKey: "khóa của bạn",
  goodAt: {
    flagship: "Giỏi nhất, cho câu hỏi khó",
    everyday: "Cho hằng ngày, giỏi gần như mọi việc",
    quick: "Nhanh và rẻ, cho việc đơn giản",
    reasoning: "Các bước dài về logic và toán",
    long: "Văn bản rất dài và yêu cầu chính xác",
    legacy: "Thế hệ trước",
    oldLogic: "Thế hệ trước, cho lập luận và mã",
    cheapLogic: "Lập luận và mã, rẻ hơn",
    pictures: "Tạo hình ảnh",
    voice: "Nói và nghe",
  },
  priceLevel: (level: number) => `Giá: ${level} trên 4`,
  abilities: {
    sees: "Xem được hình ảnh",
    thinks: "Suy nghĩ trước khi trả lời",
    tools: "Dùng công cụ",
    long: "Đọc văn bản rất dài",
    searches: "Tìm trên web",
  },
  leaves: (day: string) => `ngừng vào ${day}`,
  followedBy: (model: string) => `tiếp tục với ${model}`,
  noneFound: "Không có mô hình như vậy. Hãy thử từ khác, như nhanh hoặc hình ảnh.",
}
