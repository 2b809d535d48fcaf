import type { Texts } from "../../texts.ts"

export const jp: Texts["model-list"] = {
  reasoningColumn: "推論",
  speed: "速さ",
  perMessage: "1件あたり",
  reasoningRating: (rating: number) => `推論：5段階中${rating}`,
  speedRating: (rating: number) => `速さ：5段階中${rating}`,
  onlyPremium: "アクセスコードが必要です",
  ownKey: "自分のキー",
  goodAt: {
    flagship: "最も高性能、難しい質問に",
    everyday: "ふだん使いに、ほぼ何でも得意",
    quick: "速くて安い、簡単な作業に",
    reasoning: "長い論理と数学の手順",
    long: "とても長い文章と正確な指示",
    legacy: "前の世代のモデル",
    oldLogic: "前の世代。論理とコード向け",
    cheapLogic: "論理とコード。より安く",
    pictures: "画像を作る",
    voice: "話す、聞く",
  },
  priceLevel: (level: number) => `料金：4段階中${level}`,
  abilities: {
    sees: "画像を見る",
    thinks: "答える前に考える",
    tools: "ツールを使う",
    long: "とても長い文章を読む",
    searches: "ウェブを検索する",
  },
  leaves: (day: string) => `${day}に終了`,
  followedBy: (model: string) => `${model}が引き継ぎます`,
  noneFound: "そのようなモデルはありません。「速い」「画像」など別の言葉をお試しください。",
}
