import type { Texts } from "../../texts.ts"

export const tw: Texts["offline"] = {
  newVersion: "新版本已就緒",
  update: "更新",
  updateLoses: "頁面會重新載入，只存在於此分頁的內容會遺失：臨時對話和無法儲存的內容。",
  app: "應用程式",
  appHint: "安裝到主畫面後，會在獨立視窗開啟，沒有網路也能用。",
  install: "安裝",
  installed: "已安裝在這台裝置上。",
  installOnIos: "若要安裝，請點一下「分享」，再選「加入主畫面」。",
  installByMenu: "若要安裝，請開啟瀏覽器選單，選擇「安裝」或「加入主畫面」。",
  installOffer: "想直接從主畫面開啟對話嗎？沒有網路也可以。",
}
