import type { Texts } from "../../texts.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["dialogs"] = {
  memoryHint:
    "Khi cuộc trò chuyện dài ra, phần đầu của nó trở thành bản tóm tắt này và đi kèm mỗi câu hỏi. Bạn có thể sửa nội dung.",
  memoryText: "Tóm tắt",
  memoryEmpty: "Chưa ghi nhớ gì.",
  memoryTooShort: "Nội dung cuộc trò chuyện này quá ngắn để tóm tắt.",
  memoryDue: "Bản tóm tắt sẽ được tạo sau câu trả lời tiếp theo.",
  memoryCovers: (count: number) =>
    count === 1 ? "Tóm tắt tin nhắn đầu tiên." : `Tóm tắt ${number(count)} tin nhắn đầu tiên.`,
  memoryPaused: "Tạm dừng bộ nhớ",
  memoryPausedHint: "Bản tóm tắt không được gửi cũng không được cập nhật.",
  memoryClear: "Xóa bộ nhớ",
  memoryClearConfirm: "Xóa bản tóm tắt của cuộc trò chuyện này?",
  memorySaved: "Đã lưu bộ nhớ",
  presets: "Tin nhắn được ghi nhớ",
  presetsHint: "Mô hình đọc lại các tin nhắn này trước khi trả lời.",
  presetRemove: "Thôi ghi nhớ tin nhắn này",
  selectTextHint: "Chạm và kéo để chọn một phần, hoặc sao chép tất cả.",
  copyAll: "Sao chép tất cả",
  editDropped: "Đã bỏ nội dung chỉnh sửa",
  messageGone: "Tin nhắn này đã bị xóa ở một thẻ khác. Nội dung bạn viết vẫn còn ở đây.",
  editTitle: "Sửa tin nhắn",
  topic: "Chủ đề",
  messageText: "Tin nhắn",
  answerText: "Câu trả lời",
  saveOnly: "Chỉ lưu",
  sendAgain: "Gửi lại",
  sendAgainHint: "Câu trả lời trước vẫn còn ở ‹ ›.",
  sendInBranch: "Gửi trong cuộc trò chuyện khác",
  saveInBranch: "Lưu trong cuộc trò chuyện khác",
  shortcutNames: {
    newChat: "Mở cuộc trò chuyện mới",
    focusInput: "Đến ô nhập tin nhắn",
    lastMessage: "Lấy lại tin nhắn gần nhất",
    copyReply: "Sao chép câu trả lời cuối",
    copyCode: "Sao chép khối mã cuối",
    showShortcuts: "Hiện các phím tắt",
    previousChat: "Cuộc trò chuyện trước",
    nextChat: "Cuộc trò chuyện tiếp theo",
    prompts: "Lời nhắc",
    commands: "Lệnh",
    send: "Gửi",
    newLine: "Xuống dòng",
  },
  keys: { Control: "Ctrl", Shift: "Shift", Alt: "Alt", Escape: "Esc" } as Readonly<Record<string, string>>,
  otherEdition: "Bản khác, được viết cùng lúc ở nơi khác",
  useEdition: "Dùng bản này",
}
