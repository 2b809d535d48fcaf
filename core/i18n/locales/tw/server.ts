import type { Texts } from "../../texts.ts"

export const tw: Texts["server"] = {
  title: "伺服器位址",
  hint: "此應用程式透過伺服器進行對話。位址請向伺服器的維護者索取。",
  connect: "連線",
  connecting: "正在尋找伺服器…",
  noAddress: "這不是位址。位址類似 https://chat.example.tw",
  notSecure: "位址必須以 https:// 開頭，這樣途中沒有人能讀到你的對話。",
  noAnswer: "該位址沒有伺服器回應，或者它不接受此應用程式。請檢查位址，或詢問伺服器的維護者。",
  settingHint: "你的訊息在那裡得到回答。更換伺服器會從此裝置移除存取碼；對話會保留。",
}
