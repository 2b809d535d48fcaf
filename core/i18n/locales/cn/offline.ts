import type { Texts } from "../../texts.ts"

export const cn: Texts["offline"] = {
  newVersion: "新版本已就绪",
  update: "更新",
  updateLoses: "页面会重新加载，只存在于此标签页的内容会丢失：临时对话和无法保存的内容。",
  app: "应用",
  appHint: "安装到主屏幕后，可在独立窗口中打开，没有网络也能用。",
  install: "安装",
  installed: "已安装在此设备上。",
  installOnIos: "要安装，请点按“分享”，再选择“添加到主屏幕”。",
  installByMenu: "要安装，请打开浏览器菜单，选择“安装”或“添加到主屏幕”。",
  installOffer: "想直接从主屏幕打开对话吗？没有网络也可以。",
}
