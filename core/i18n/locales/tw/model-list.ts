import type { Texts } from "../../texts.ts"

export const tw: Texts["model-list"] = {
  reasoningColumn: "推理",
  speed: "速度",
  perMessage: "每則訊息",
  reasoningRating: (rating: number) => `推理：${rating}/5`,
  speedRating: (rating: number) => `速度：${rating}/5`,
  onlyPremium: "需要存取碼",
  ownKey: "你的金鑰",
  goodAt: {
    flagship: "能力最強，適合難題",
    everyday: "適合日常，幾乎樣樣都行",
    quick: "又快又便宜，適合簡單任務",
    reasoning: "多步邏輯與數學推理",
    long: "超長文字和精確指示",
    legacy: "上一代模型",
    oldLogic: "上一代，適合邏輯與程式碼",
    cheapLogic: "邏輯與程式碼，更便宜",
    pictures: "產生圖片",
    voice: "能說也能聽",
  },
  priceLevel: (level: number) => `價格：${level}/4`,
  abilities: {
    sees: "看得懂圖片",
    thinks: "先思考再回答",
    tools: "使用工具",
    long: "能讀超長文字",
    searches: "網路搜尋",
  },
  leaves: (day: string) => `${day} 下線`,
  followedBy: (model: string) => `由 ${model} 接手`,
  noneFound: "沒有這樣的模型。試試別的詞，例如快速或圖片。",
}
