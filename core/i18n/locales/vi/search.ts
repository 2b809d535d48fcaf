import type { Texts } from "../../texts.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["search"] = {
  title: "Tìm trong lịch sử",
  field: "Tìm trong các cuộc trò chuyện",
  placeholder: "Nhập từ cần tìm",
  clear: "Xóa nội dung tìm kiếm",
  loading: "Đang tải…",
  hint: "Tìm trong mọi tin nhắn trên thiết bị này, có dấu hay không dấu, kể cả khi gõ sai chính tả.",
  count: (count: number) => `Tìm thấy ${number(count)} kết quả`,
  countSoFar: (count: number) => `${number(count)} kết quả đến lúc này…`,
  similar: "Không có gì khớp hoàn toàn; đây là các kết quả gần giống.",
  noResult: "Không tìm thấy kết quả nào",
  noResultHint: "Hãy thử ít từ hơn, hoặc từ khác.",
  noData: "Chưa có dữ liệu: chưa có tin nhắn nào để tìm.",
  failed: "Hiện không tìm kiếm được. Gõ tiếp, ứng dụng sẽ thử lại.",
  results: "Kết quả",
  inTitle: "Tiêu đề cuộc trò chuyện",
  untitled: "Cuộc trò chuyện mới",
  view: "Xem",
  page: (at: number, of: number) => `Trang ${at}/${of}`,
  previous: "Trang trước",
  next: "Trang sau",
}
