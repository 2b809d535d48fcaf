import type { Texts } from "../../texts.ts"

export const tw: Texts["money"] = {
  short: (needed: string) => `餘額不足：這則訊息需要保留 ${needed}。`,
  fits: (model: string) => `改用 ${model} 就夠了。`,
  cheaper: "請縮短對話，或選擇更便宜的模型。",
  inUse: (held: string, available: string, needed: string) =>
    `你的餘額中有 ${held} 已保留給還在進行中的回答，剩下 ${available}，而這則訊息需要保留 ${needed}。請等其中一則結束後再試。`,
  searchesInUse: (searches: string) =>
    `你剩下的網路搜尋次數（${searches}）已保留給還在進行中的回答。請等其中一則結束，或關閉網路搜尋。`,
  frozen: "餘額不足：這個存取碼已被凍結。請聯絡客服。",
  overdrawn: (missing: string) => `餘額不足：有一筆付款被退回，還差 ${missing} 才能補上。請儲值或聯絡客服。`,
  frozenMeanwhile: "這個存取碼在回答途中被凍結了。已收到的內容保存在這裡，你只需支付訊息和這部分的費用。請聯絡客服。",
}
