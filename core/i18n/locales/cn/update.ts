import type { Texts } from "../../texts.ts"

export const cn: Texts["update"] = {
  error504: "服务器繁忙（504）。请过几秒再试。",
  error502: "网关错误（502）。请过几秒再试。",
  error503: "服务暂时不可用（503）。请过几秒再试。",
  notJson: (contentType: string) => `检查更新出错：返回的内容不是有效的 JSON（${contentType}）`,
  failed: (status: string) => `检查更新出错：获取 commit/tag 失败 ${status}`,
}
