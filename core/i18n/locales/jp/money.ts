import type { Texts } from "../../texts.ts"

export const jp: Texts["money"] = {
  short: (needed: string) => `残高不足です。このメッセージには${needed}の確保が必要です。`,
  fits: (model: string) => `${model}なら足ります。`,
  cheaper: "会話を短くするか、より安いモデルを選んでください。",
  inUse: (held: string, available: string, needed: string) =>
    `残高のうち${held}は、まだ進行中の回答のために確保されています。残りは${available}で、このメッセージには${needed}の確保が必要です。どれかが終わるのを待って、もう一度お試しください。`,
  searchesInUse: (searches: string) =>
    `残りのウェブ検索（${searches}回）は、進行中の回答のために確保されています。どれかが終わるのを待つか、検索をオフにしてください。`,
  frozen: "残高不足です。このコードは凍結されています。サポートにお問い合わせください。",
  overdrawn: (missing: string) =>
    `残高不足です。支払いが取り消され、その分に${missing}足りません。チャージするか、サポートにお問い合わせください。`,
  frozenMeanwhile:
    "回答の途中でこのコードが凍結されました。届いた分はここに保存されています。料金がかかるのは、メッセージとその分だけです。サポートにお問い合わせください。",
}
