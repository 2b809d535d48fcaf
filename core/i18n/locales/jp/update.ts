import type { Texts } from "../../texts.ts"

export const jp: Texts["update"] = {
  error504: "サーバーが混み合っています（504）。数秒後にもう一度お試しください。",
  error502: "ゲートウェイのエラーです（502）。数秒後にもう一度お試しください。",
  error503: "サービスを一時的に利用できません（503）。数秒後にもう一度お試しください。",
  notJson: (contentType: string) => `更新の確認エラー：応答が正しいJSONではありません（${contentType}）`,
  failed: (status: string) => `更新の確認エラー：commit/tagを取得できませんでした ${status}`,
}
