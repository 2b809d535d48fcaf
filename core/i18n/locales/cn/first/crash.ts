import type { Texts } from "../../../texts.ts"

export const cn: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "页面出错，停止了运行。你的对话仍保存在这台设备上：重新加载即可回来。",
  details: "错误详情",
  reload: "重新加载页面",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode: "如果再次出错，请在“设置”（左下角的按钮）中检查访问码，或者联系客服。",
  saveFailed: "副本没能保存，所以什么都没有清除。",
  screen: (error: string) => `这部分界面出错了（${error}）。页面的其余部分照常可用。`,
  retry: "重试",
}
