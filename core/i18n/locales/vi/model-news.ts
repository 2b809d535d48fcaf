import type { Texts } from "../../texts.ts"

export const vi: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} đã ngừng hoạt động.` : `${model} đã ngừng hoạt động vào ${day}.`,
  goesOn: (model: string) => `Cuộc trò chuyện này tiếp tục với ${model}, không đắt hơn.`,
  goesOnCheaper: (model: string) => `Cuộc trò chuyện này tiếp tục với ${model}, rẻ hơn.`,
  answersFor: (model: string, asked: string) => `${model} nay trả lời thay cho ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} đắt hơn cho mỗi câu hỏi.` : `${model} đắt hơn tới ${percent} mỗi câu hỏi.`,
  nobodyFollows: "Hãy chọn mô hình khác để tiếp tục cuộc trò chuyện này.",
  goOn: "Tiếp tục với nó",
  chooseOther: "Chọn mô hình khác",
  change: "Đổi",
  dismiss: "Ẩn thông báo",
}
