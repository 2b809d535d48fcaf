import type { Texts } from "../../../texts.ts"

export const vi: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Trang này gặp lỗi và đã dừng. Các cuộc trò chuyện của bạn vẫn được lưu trên thiết bị này: hãy tải lại để quay về.",
  details: "Chi tiết lỗi",
  reload: "Tải lại trang",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Nếu lỗi lặp lại, hãy kiểm tra mã truy cập trong Cài đặt (nút ở góc dưới bên trái) hoặc báo cho bộ phận hỗ trợ.",
  saveFailed: "Không lưu được bản sao nên chưa xóa gì cả.",
  screen: (error: string) => `Màn hình này gặp lỗi (${error}). Phần còn lại của trang vẫn hoạt động.`,
  retry: "Thử lại",
}
