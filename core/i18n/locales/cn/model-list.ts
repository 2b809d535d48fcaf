import type { Texts } from "../../texts.ts"

export const cn: Texts["model-list"] = {
  reasoningColumn: "推理",
  speed: "速度",
  perMessage: "每条消息",
  reasoningRating: (rating: number) => `推理：${rating}/5`,
  speedRating: (rating: number) => `速度：${rating}/5`,
  onlyPremium: "需要访问码",
  ownKey: "你的密钥",
  goodAt: {
    flagship: "能力最强，适合难题",
    everyday: "适合日常，几乎样样都行",
    quick: "又快又便宜，适合简单任务",
    reasoning: "多步逻辑与数学推理",
    long: "超长文本和精确指令",
    legacy: "上一代模型",
    oldLogic: "上一代，适合逻辑和代码",
    cheapLogic: "逻辑和代码，更便宜",
    pictures: "生成图片",
    voice: "能说会听",
  },
  priceLevel: (level: number) => `价格：${level}/4`,
  abilities: {
    sees: "能看图片",
    thinks: "先思考再回答",
    tools: "使用工具",
    long: "能读超长文本",
    searches: "联网搜索",
  },
  leaves: (day: string) => `${day} 下线`,
  followedBy: (model: string) => `由 ${model} 接替`,
  noneFound: "没有这样的模型。试试别的词，例如快速或图片。",
}
