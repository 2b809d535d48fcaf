import type { Texts } from "../../texts.ts"

export const vi: Texts["update"] = {
  error504: "Máy chủ quá tải (504). Hãy thử lại sau vài giây.",
  error502: "Lỗi cổng kết nối (502). Hãy thử lại sau vài giây.",
  error503: "Dịch vụ tạm thời không hoạt động (503). Hãy thử lại sau vài giây.",
  notJson: (contentType: string) => `Lỗi cập nhật: phản hồi không phải JSON hợp lệ (${contentType})`,
  failed: (status: string) => `Lỗi cập nhật: không lấy được commit/tag ${status}`,
}
